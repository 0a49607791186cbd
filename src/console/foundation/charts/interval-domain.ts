// The scale of a chart: symmetric around zero, ending on round numbers, so that rows can be compared by eye.

/** A value with the margin of its interval. */
export interface Interval {
  value: number;
  delta?: number | undefined;
}

const niceSteps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The next round number at or above a positive one; the steps are those from 1 to 10. */
export function roundUp(value: number, steps: readonly number[] = niceSteps): number {
  const magnitude = 10 ** Math.floor(Math.log10(value));
  return (steps.find((step) => step * magnitude >= value * 0.999_999) ?? 10) * magnitude;
}

/** The greatest distance of each interval from zero, ascending. */
const extentsOf = (rows: readonly Interval[]) =>
  rows
    .map(({ value, delta = 0 }) => Math.max(Math.abs(value - delta), Math.abs(value + delta)))
    .filter((extent) => Number.isFinite(extent) && extent > 0)
    .sort((a, b) => a - b);

const around = (end: number | undefined): [number, number] =>
  end === undefined ? [-1, 1] : [-roundUp(end), roundUp(end)];

/** The distance from zero that holds most intervals whole; of four or more a few very wide ones leave it and are drawn with an arrow. Those
 *  that leave zero out say something, so they may be wider before they do. Undefined without an interval. */
export function widestShown(rows: readonly Interval[]): number | undefined {
  const extents = extentsOf(rows);
  const typical = extents[Math.round((extents.length - 1) * 0.75)];
  if (typical === undefined) return undefined;
  const clear = extentsOf(rows.filter(({ value, delta = 0 }) => Math.abs(value) > delta));
  const widestClear = clear.findLast((extent) => extent <= typical * 2.5) ?? 0;
  return Math.max(Math.min(extents.at(-1) ?? typical, typical * 1.5), widestClear);
}

/** Symmetric around what most intervals need. */
export const intervalDomain = (rows: readonly Interval[]): [number, number] => around(widestShown(rows));

/** Holds every interval whole. */
export const wholeDomain = (rows: readonly Interval[]): [number, number] => around(extentsOf(rows).at(-1));
