// The days of a comparison as points of a chart, each with its sentence. Pure.
import type { CumulativeDay, DaySinceExposure } from "#contract/time-series.ts";
import type { ChartMetric } from "#contract/summary-charts.ts";
import type { BandPoint } from "#console/foundation/charts/band-chart.tsx";
import type { FigurePoint } from "#console/foundation/charts/day-figure.tsx";
import {
  estimateOf,
  excludesZero,
  formatChange,
  formatInterval,
  type Scale,
  type Unit,
} from "#console/features/experiments/results/model/format-result.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";

const dayFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
/** Days of the analysis are UTC days, and are named so. */
export const dayName = (time: number) => dayFormat.format(time);
/** As files name it: "2026-11-21". */
export const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

interface Named {
  /** Under the chart. */
  label: string;
  /** As the start of a sentence. */
  name: string;
  /** In a file. */
  key: string | number;
}

export interface DayPoint extends BandPoint, Named {
  /** The absolute interval leaves out 0; undefined where there is none. */
  isClear: boolean | undefined;
  units: number;
}

type Day = CumulativeDay | DaySinceExposure;

const around = (value: number | undefined, delta: number | undefined): [number, number] | undefined =>
  value === undefined || delta === undefined ? undefined : [value - delta, value + delta];

export function dayPoint(
  day: Day,
  { metric, scale, ...named }: { metric: ChartMetric; scale: Scale } & Named,
): DayPoint {
  const { metricID, metricName, directionality } = metric;
  const read = { ...day, metricID, metricName, directionality };
  const { value, delta, whiskerDelta } = estimateOf(read, scale);
  return {
    ...named,
    value,
    interval: around(value, delta),
    outer: around(value, whiskerDelta),
    isClear: excludesZero(read, "absolute"),
    units: (day.testUnits ?? 0) + (day.controlUnits ?? 0),
  };
}

/** The interval that decides. */
const widest = ({ outer, interval }: DayPoint) => outer ?? interval;
export const spansOf = (days: readonly DayPoint[]) => days.map(widest).filter((span) => span !== undefined);

/** What the drawing cuts off, and where it stands whole; undefined where the scale holds every interval. */
export function beyondText(days: readonly DayPoint[], [low, high]: [number, number]): string | undefined {
  const cut = spansOf(days).filter(([from, to]) => from < low || to > high).length;
  if (cut === 0) return undefined;
  return cut === 1
    ? "The interval of 1 day goes beyond the scale; Numbers has it."
    : `The intervals of ${cut} days go beyond the scale; Numbers has them.`;
}

const intervalText = ([low, high]: [number, number], unit: Unit) =>
  formatInterval((low + high) / 2, (high - low) / 2, unit);

export const dayColumns = (first: string) => [first, "Change", "Interval", "Units"];

export function figurePointOf(day: DayPoint, unit: Unit, noun: string): FigurePoint {
  const { name, label, value, isClear, units } = day;
  const span = widest(day);
  const change = value === undefined ? "no change known" : formatChange(value, unit);
  const interval = span ? intervalText(span, unit) : "";
  const words = span
    ? `${change}, ${interval}${isClear ? "" : ", not conclusive"}`
    : `${change}, no interval yet`;
  return {
    sentence: `${name}: ${words}; ${formatCount(units)} ${noun}.`,
    cells: [label, value === undefined ? "" : change, interval, formatCount(units)],
  };
}

/** The days as rows of a file, unrounded. */
export const dayRows = (first: string, days: readonly DayPoint[], scale: Scale) => [
  [
    first.toLowerCase(),
    ...["change", "low", "high", "sequential_low", "sequential_high"].map((name) => `${scale}_${name}`),
    "units",
  ],
  ...days.map(({ key, value, interval, outer, units }) => [
    key,
    value,
    ...(interval ?? [undefined, undefined]),
    ...(outer ?? [undefined, undefined]),
    units,
  ]),
];
