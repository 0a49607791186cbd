// Decimals of the numbers in a column: the same in all rows, so that they line up.
import type { ChartMetric } from "#contract/summary-charts.ts";
import {
  formatFixed,
  sizeInUnit,
  unitEnding,
} from "#console/features/experiments/results/model/format-result.ts";
import type { Reading } from "#console/features/experiments/results/model/reading.ts";

/** Decimals of changes and intervals: the same for all in percent; per metric for absolute changes, whose units differ. */
export type Decimals = (metric: Pick<ChartMetric, "metricID">) => number;

const most = 6;

/** Two or three digits of the usual margin, and at least one of the narrowest. */
function decimalsFor(margins: readonly number[], least: number): number {
  const sorted = margins.filter((margin) => margin > 0).toSorted((a, b) => a - b);
  const [narrowest, usual] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
  if (narrowest === undefined || usual === undefined) return 1;
  const digits = Math.max(2 - Math.round(Math.log10(usual)), -Math.floor(Math.log10(narrowest)));
  return Math.max(least, Math.min(most, digits));
}

/** Decimals of percent changes, derived from their margins. */
export const percentDecimals = (margins: readonly number[]) => decimalsFor(margins, 1);

const marginOf = ({ margin, unit }: Reading) => (margin === undefined ? [] : [sizeInUnit(margin, unit)]);

export function decimalsOf(readings: readonly Reading[]): Decimals {
  if (readings[0]?.scale !== "absolute") {
    const decimals = percentDecimals(readings.flatMap(marginOf));
    return () => decimals;
  }
  const margins = new Map<string, number[]>();
  for (const reading of readings) {
    const { metricID } = reading.metric;
    margins.set(metricID, [...(margins.get(metricID) ?? []), ...marginOf(reading)]);
  }
  const own = new Map([...margins].map(([id, those]) => [id, decimalsFor(those, 0)]));
  return ({ metricID }) => own.get(metricID) ?? 1;
}

/** Formats a change: "+4.1 %". */
export const fixedChange = ({ value, unit }: Reading, decimals: number) =>
  value === undefined ? "" : `${formatFixed(value, unit, decimals)}${unitEnding(unit)}`;

/** Formats an interval: "−1.4 to +5.1 %"; by default the deciding one. */
export const fixedInterval = (
  { value, unit, ...reading }: Reading,
  decimals: number,
  margin = reading.margin,
) =>
  value === undefined || margin === undefined
    ? ""
    : `${formatFixed(value - margin, unit, decimals)} to ${formatFixed(value + margin, unit, decimals)}${unitEnding(unit)}`;

const ofP = new Intl.NumberFormat("en", { minimumFractionDigits: 3, maximumFractionDigits: 3 });
export const fixedP = (p: number) => (p < 0.001 ? "< 0.001" : ofP.format(p));
