// The scale of an effect over days: it holds most days whole; the widest intervals, of days with few units, may leave it.
import { roundUp } from "#console/foundation/charts/interval-domain.ts";

/** Share of the days that the scale holds whole. */
const held = 0.7;

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.round(share * (sorted.length - 1))] ?? 0;

const niceSteps = [1, 2, 2.5, 5, 10];
/** Steps that a scale is cut into, about. */
const wanted = 4;

export interface RoundScale {
  domain: [number, number];
  ticks: number[];
}

/** From round number to round number, at or beyond these, zero among them. */
export function roundScale(low: number, high: number): RoundScale {
  const rough = (high - low) / wanted;
  if (!(rough > 0)) return { domain: [-1, 1], ticks: [-1, 0, 1] };
  const step = roundUp(rough, niceSteps);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { domain: [first * step, last * step], ticks };
}

/** The spans are the intervals of the days. */
export function dayScale(spans: readonly (readonly [number, number])[]): RoundScale {
  const lows = spans.map(([low]) => low).sort((a, b) => b - a);
  const highs = spans.map(([, high]) => high).sort((a, b) => a - b);
  // Both sides of zero can be seen wherever a day leaves both possible: a line that is cut off at zero would look certain.
  const [most, least] = [Math.max(0, quantile(highs, held)), Math.min(0, quantile(lows, held))];
  const low = Math.min(least, (lows.at(-1) ?? 0) < 0 ? -most / wanted : 0);
  const high = Math.max(most, (highs.at(-1) ?? 0) > 0 ? -least / wanted : 0);
  return roundScale(low, high);
}
