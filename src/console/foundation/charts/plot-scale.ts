// The scale shared by the rows of a plot: it contains the intervals that it was made for, and its ticks are round numbers.
import { type Interval, typicalExtent } from "./interval-domain.ts";

export type Domain = readonly [low: number, high: number];

export interface PlotScale {
  domain: Domain;
  /** Round numbers from end to end, including zero. */
  ticks: readonly number[];
}

/** Zero in the middle and a tick at each half, for rows that have their own scale. */
export const unitScale: PlotScale = { domain: [-1, 1], ticks: [-1, -0.5, 0, 0.5, 1] };

/** Returns the position of a value on a scale as a share: 0 at the low end, 1 at the high end. */
export const shareOf = (value: number, [low, high]: Domain) => (value - low) / (high - low);

const mostSteps = 7;

/** Returns the smallest step of the form 1, 2 or 5 times a power of ten of which at most seven cover the domain. */
function stepOf([low, high]: Domain): number {
  const magnitude = 10 ** Math.floor(Math.log10((high - low) / mostSteps));
  const steps = [1, 2, 5, 10].map((factor) => Number((factor * magnitude).toPrecision(1)));
  const reach = (step: number) => Math.ceil(rounded(high / step)) - Math.floor(rounded(low / step));
  return steps.find((step) => reach(step) <= mostSteps) ?? 10 * magnitude;
}

/** Rounds off floating-point errors. */
const rounded = (value: number) => Number(value.toPrecision(12));

/** Returns a scale with exactly these ends. */
export function scaleOf(domain: Domain): PlotScale {
  const step = stepOf(domain);
  const [first, last] = [Math.ceil(rounded(domain[0] / step)), Math.floor(rounded(domain[1] / step))];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => rounded((first + index) * step));
  return { domain, ticks };
}

/** Smallest share of the longer side that the shorter side gets, so that the distance to zero stays visible. */
const leastShare = 0.12;

/**
 * Returns a scale with round ends around all of these intervals, or around most: of four or more, a few very wide ones are
 * cut.
 */
export function scaleAround(intervals: readonly Interval[], isWhole: boolean): PlotScale {
  const most = isWhole ? Infinity : (typicalExtent(intervals) ?? Infinity);
  const reach = (side: 1 | -1) =>
    Math.min(most, Math.max(0, ...intervals.map(({ value, delta = 0 }) => side * value + delta)));
  const [below, above] = [reach(-1), reach(1)];
  const least = leastShare * Math.max(below, above);
  if (!(least > 0 && Number.isFinite(least))) return scaleOf([-1, 1]);
  const [low, high] = [-Math.max(below, least), Math.max(above, least)];
  const step = stepOf([low, high]);
  return scaleOf([
    rounded(step * Math.floor(rounded(low / step))),
    rounded(step * Math.ceil(rounded(high / step))),
  ]);
}

/** Returns every nth tick counted from zero, with n chosen so that each label gets `name` px. */
export function namedTicks({ domain, ticks }: PlotScale, width: number, name: number): number[] {
  const [first = 0, second = 1] = ticks;
  const step = second - first;
  const every = Math.max(1, Math.ceil((name * (domain[1] - domain[0])) / (step * width)));
  return ticks.filter((tick) => Math.round(tick / step) % every === 0);
}
