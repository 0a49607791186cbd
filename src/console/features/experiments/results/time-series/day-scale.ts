// The y scale of an effect over days: it fits most days; the widest intervals, of days with few units, may be cut off.
import { roundUp } from "#console/foundation/charts/interval-domain.ts";

/** Share of the days whose interval the scale must fit. */
const held = 0.7;

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.round(share * (sorted.length - 1))] ?? 0;

const niceSteps = [1, 2, 2.5, 5, 10];
/** Approximate number of steps on a scale. */
const wanted = 4;

export interface RoundScale {
  domain: [number, number];
  ticks: number[];
}

/** Returns a scale with round ends that covers `low` and `high`, and its ticks. */
export function roundScale(low: number, high: number): RoundScale {
  const rough = (high - low) / wanted;
  if (!(rough > 0)) return { domain: [-1, 1], ticks: [-1, 0, 1] };
  const step = roundUp(rough, niceSteps);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { domain: [first * step, last * step], ticks };
}

/** `spans` are the intervals of the days. */
export function dayScale(spans: readonly (readonly [number, number])[]): RoundScale {
  const lows = spans.map(([low]) => low).sort((a, b) => b - a);
  const highs = spans.map(([, high]) => high).sort((a, b) => a - b);
  // Show both sides of zero if any day's interval includes both: cut off at zero, an effect would look certain.
  const [most, least] = [Math.max(0, quantile(highs, held)), Math.min(0, quantile(lows, held))];
  const low = Math.min(least, (lows.at(-1) ?? 0) < 0 ? -most / wanted : 0);
  const high = Math.max(most, (highs.at(-1) ?? 0) > 0 ? -least / wanted : 0);
  return roundScale(low, high);
}
