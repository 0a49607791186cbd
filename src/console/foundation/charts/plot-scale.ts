// The scale that the rows of a plot share: it holds the intervals that it was made for, and its lines stand on round numbers.
import { type Interval, widestShown } from "./interval-domain.ts";

export type Domain = readonly [low: number, high: number];

export interface PlotScale {
  domain: Domain;
  /** Round numbers from end to end, zero among them. */
  ticks: readonly number[];
}

/** Zero in the middle and a line at each half, for rows that have a scale of their own. */
export const evenScale: PlotScale = { domain: [-1, 1], ticks: [-1, -0.5, 0, 0.5, 1] };

/** The place of a value between the ends of a scale, which are 0 and 1. */
export const shareOf = (value: number, [low, high]: Domain) => (value - low) / (high - low);

const mostSteps = 7;

/** 1, 2 or 5 times a power of ten: the smallest of which at most seven reach from end to end. */
function stepOf([low, high]: Domain): number {
  const magnitude = 10 ** Math.floor(Math.log10((high - low) / mostSteps));
  const steps = [1, 2, 5, 10].map((factor) => Number((factor * magnitude).toPrecision(1)));
  const reach = (step: number) => Math.ceil(rounded(high / step)) - Math.floor(rounded(low / step));
  return steps.find((step) => reach(step) <= mostSteps) ?? 10 * magnitude;
}

/** Without what counting in fractions leaves behind. */
const rounded = (value: number) => Number(value.toPrecision(12));

/** A scale with exactly these ends. */
export function scaleOf(domain: Domain): PlotScale {
  const step = stepOf(domain);
  const [first, last] = [Math.ceil(rounded(domain[0] / step)), Math.floor(rounded(domain[1] / step))];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => rounded((first + index) * step));
  return { domain, ticks };
}

/** The part of a side that stays in view beside a longer one: the way to zero must be seen. */
const leastShare = 0.12;

/** Ends on round numbers around all of these intervals, or around most of them: of four or more a few very wide ones are cut. */
export function scaleAround(intervals: readonly Interval[], isWhole: boolean): PlotScale {
  const most = isWhole ? Infinity : (widestShown(intervals) ?? Infinity);
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

/** Every first, second, third … tick from zero, so that so many px are left for each name. */
export function namedTicks({ domain, ticks }: PlotScale, width: number, name: number): number[] {
  const [first = 0, second = 1] = ticks;
  const step = second - first;
  const every = Math.max(1, Math.ceil((name * (domain[1] - domain[0])) / (step * width)));
  return ticks.filter((tick) => Math.round(tick / step) % every === 0);
}
