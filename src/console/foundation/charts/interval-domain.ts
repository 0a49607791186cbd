// The scale of a chart: symmetric around zero and ending on round numbers, so that rows can be compared by eye.

/** A value with the margin of its interval; `delta` is half the interval's width. */
export interface Interval {
  value: number;
  delta?: number | undefined;
  /** Number of equal intervals that this one stands for; 1 if absent. */
  count?: number;
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
    .map(({ value, delta = 0, count = 1 }) => ({
      extent: Math.max(Math.abs(value - delta), Math.abs(value + delta)),
      count,
    }))
    .filter(({ extent }) => Number.isFinite(extent) && extent > 0)
    .sort((a, b) => a.extent - b.extent);

/** The extent below which this share of the intervals lies. */
function quantile(extents: ReturnType<typeof extentsOf>, share: number): number | undefined {
  const total = extents.reduce((sum, { count }) => sum + count, 0);
  const place = Math.round((total - 1) * share);
  let passed = 0;
  return extents.find(({ count }) => (passed += count) > place)?.extent;
}

const around = (end: number | undefined): [number, number] =>
  end === undefined ? [-1, 1] : [-roundUp(end), roundUp(end)];

/**
 * Returns the distance from zero within which most intervals fit. Of four or more intervals, a few very wide ones exceed it
 * and are drawn with an arrow; intervals that exclude zero are informative, so they may be wider before they are cut.
 * Undefined without any interval.
 */
export function typicalExtent(rows: readonly Interval[]): number | undefined {
  const extents = extentsOf(rows);
  const typical = quantile(extents, 0.75);
  if (typical === undefined) return undefined;
  const clear = extentsOf(rows.filter(({ value, delta = 0 }) => Math.abs(value) > delta));
  const widestClear = clear.findLast(({ extent }) => extent <= typical * 2.5)?.extent ?? 0;
  return Math.max(Math.min(extents.at(-1)?.extent ?? typical, typical * 1.5), widestClear);
}

/** A domain symmetric around zero that fits most intervals. */
export const intervalDomain = (rows: readonly Interval[]): [number, number] => around(typicalExtent(rows));

/** A domain symmetric around zero that fits every interval completely. */
export const wholeDomain = (rows: readonly Interval[]): [number, number] =>
  around(extentsOf(rows).at(-1)?.extent);
