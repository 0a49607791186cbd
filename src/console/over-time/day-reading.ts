// The days of a comparison as points of a chart, each with its sentence. Pure.
import type { CumulativeDay, DaySinceExposure } from "#contract/daily-results.ts";
import type { ChartMetric } from "#contract/summary-charts.ts";
import type { BandPoint } from "#console/charts/band-chart.tsx";
import type { WalkedPoint } from "#console/charts/walked-figure.tsx";
import {
  estimateOf,
  formatChange,
  formatInterval,
  type Scale,
  type Unit,
} from "#console/results/format-result.ts";

const dayFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
/** Days of the analysis are UTC days, and are named so. */
export const dayName = (time: number) => dayFormat.format(time);
export const count = new Intl.NumberFormat("en");

export interface DayReading extends BandPoint {
  /** The day as the start of a sentence. */
  name: string;
  units: number;
}

type Day = CumulativeDay | DaySinceExposure;

const around = (value: number | undefined, delta: number | undefined): [number, number] | undefined =>
  value === undefined || delta === undefined ? undefined : [value - delta, value + delta];

export function dayReading(
  day: Day,
  { metric, scale, label, name }: { metric: ChartMetric; scale: Scale; label: string; name: string },
): DayReading {
  const { metricID, metricName, directionality } = metric;
  const { value, delta, whiskerDelta } = estimateOf({ ...day, metricID, metricName, directionality }, scale);
  return {
    label,
    name,
    value,
    interval: around(value, delta),
    outer: around(value, whiskerDelta),
    units: (day.testUnits ?? 0) + (day.controlUnits ?? 0),
  };
}

/** The interval that decides. */
const widest = ({ outer, interval }: DayReading) => outer ?? interval;
export const spansOf = (days: readonly DayReading[]) => days.map(widest).filter((span) => span !== undefined);

const intervalText = ([low, high]: [number, number], unit: Unit) =>
  formatInterval((low + high) / 2, (high - low) / 2, unit);

export const dayColumns = (first: string) => [first, "Change", "Interval", "Units"];

export function walkedDay(day: DayReading, unit: Unit, noun: string): WalkedPoint {
  const { name, label, value, units } = day;
  const span = widest(day);
  const change = value === undefined ? "no change known" : formatChange(value, unit);
  const interval = span ? intervalText(span, unit) : "";
  const clear = span && (span[0] > 0 || span[1] < 0);
  const words = span
    ? `${change}, ${interval}${clear ? "" : ", not conclusive"}`
    : `${change}, no interval yet`;
  return {
    sentence: `${name}: ${words}; ${count.format(units)} ${noun}.`,
    cells: [label, value === undefined ? "" : change, interval, count.format(units)],
  };
}

/** The days as rows of a file, unrounded. */
export const dayRows = (first: string, days: readonly DayReading[], scale: Scale) => [
  [
    first.toLowerCase(),
    ...["change", "low", "high", "sequential_low", "sequential_high"].map((name) => `${scale}_${name}`),
    "units",
  ],
  ...days.map(({ label, value, interval, outer, units }) => [
    label,
    value,
    ...(interval ?? [undefined, undefined]),
    ...(outer ?? [undefined, undefined]),
    units,
  ]),
];
