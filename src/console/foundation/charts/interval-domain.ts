// The scale of a chart: symmetric around zero and ending on round numbers, so that rows can be compared by eye.

/** A value with the margin of its interval; `delta` is half the interval's width. */
export interface Interval {
  value: number;
  delta?: number | undefined;
}

const niceSteps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** Returns the next round number at or above a positive one; `steps` are the round numbers from 1 to 10. */
export function roundUp(value: number, steps: readonly number[] = niceSteps): number {
  const magnitude = 10 ** Math.floor(Math.log10(value));
  return (steps.find((step) => step * magnitude >= value * 0.999_999) ?? 10) * magnitude;
}

/** The larger distance from zero of each interval's two ends, ascending. */
const extentsOf = (rows: readonly Interval[]) =>
  rows
    .map(({ value, delta = 0 }) => Math.max(Math.abs(value - delta), Math.abs(value + delta)))
    .filter((extent) => Number.isFinite(extent) && extent > 0)
    .sort((a, b) => a - b);

const around = (end: number | undefined): [number, number] =>
  end === undefined ? [-1, 1] : [-roundUp(end), roundUp(end)];

/**
 * Returns the distance from zero within which most intervals fit. Of four or more intervals, a few very wide ones exceed it
 * and are drawn with an arrow; intervals that exclude zero are informative, so they may be wider before they are cut.
 * Undefined without any interval.
 */
export function typicalExtent(rows: readonly Interval[]): number | undefined {
  const extents = extentsOf(rows);
  const typical = extents[Math.round((extents.length - 1) * 0.75)];
  if (typical === undefined) return undefined;
  const clear = extentsOf(rows.filter(({ value, delta = 0 }) => Math.abs(value) > delta));
  const widestClear = clear.findLast((extent) => extent <= typical * 2.5) ?? 0;
  return Math.max(Math.min(extents.at(-1) ?? typical, typical * 1.5), widestClear);
}

/** A domain symmetric around zero that fits most intervals. */
export const intervalDomain = (rows: readonly Interval[]): [number, number] => around(typicalExtent(rows));

/** A domain symmetric around zero that fits every interval completely. */
export const wholeDomain = (rows: readonly Interval[]): [number, number] => around(extentsOf(rows).at(-1));
