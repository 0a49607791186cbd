// The days of a comparison as points of a chart, each with its sentence. Pure.
import type { CumulativeDay, DaySinceExposure } from "#contract/time-series.ts";
import type { ChartMetric } from "#contract/summary-charts.ts";
import type { BandPoint } from "#console/foundation/charts/band-chart.tsx";
import type { FigurePoint } from "#console/foundation/charts/day-figure.tsx";
import type { Scale } from "#console/features/experiments/results/model/format-result.ts";
import { changeText, intervalText, readingOf } from "#console/features/experiments/results/model/reading.ts";
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
  /** A change under the experiment on that day. */
  mark?: string | undefined;
}

type Day = CumulativeDay | DaySinceExposure;

const around = (value: number | undefined, delta: number | undefined): [number, number] | undefined =>
  value === undefined || delta === undefined ? undefined : [value - delta, value + delta];

export function dayPoint(
  day: Day,
  { metric, scale, ...named }: { metric: ChartMetric; scale: Scale } & Named,
) {
  const { metricID, metricName, directionality } = metric;
  const reading = readingOf({ ...day, metricID, metricName, directionality }, scale);
  const { value, delta, whiskerDelta } = reading;
  return {
    ...named,
    reading,
    value,
    /** The fixed interval. */
    fixed: around(value, delta),
    sequential: around(value, whiskerDelta),
    interval: around(value, whiskerDelta ?? delta),
    result: reading.result,
    units: (day.testUnits ?? 0) + (day.controlUnits ?? 0),
  };
}

export type DayPoint = ReturnType<typeof dayPoint>;

export const spansOf = (days: readonly BandPoint[]) =>
  days.map(({ interval }) => interval).filter((span) => span !== undefined);

/** The intervals that the drawing cuts off, and where they stand whole; undefined where the scale holds every interval. */
export function beyondText(days: readonly BandPoint[], [low, high]: [number, number]): string | undefined {
  const cut = spansOf(days).filter(([from, to]) => from < low || to > high).length;
  if (cut === 0) return undefined;
  return cut === 1
    ? "1 interval goes beyond the scale: see Numbers."
    : `${cut} intervals go beyond the scale: see Numbers.`;
}

/** Since which day the interval leaves out 0 without a break; undefined where the last day's does not. */
export function clearSince(days: readonly Pick<DayPoint, "name" | "result">[]): string | undefined {
  const last = days.at(-1)?.result;
  if (last !== "better" && last !== "worse") return undefined;
  const first = days[days.findLastIndex(({ result }) => result !== last) + 1];
  return first && `Conclusive since ${first.name}: ${last}.`;
}

export const dayColumns = (first: string) => [first, "Change", "Interval", "Units"];

export function figurePointOf({ name, label, reading, units, mark }: DayPoint, noun: string): FigurePoint {
  const [change, interval] = [changeText(reading), intervalText(reading)];
  const doubt = reading.result === "inconclusive" ? ", not conclusive" : "";
  const words = `${change || "no change known"}, ${interval ? `${interval}${doubt}` : "no interval yet"}`;
  return {
    sentence: `${name}: ${words}; ${formatCount(units)} ${noun}.${mark ? ` ${mark}.` : ""}`,
    cells: [label, change, interval, formatCount(units)],
  };
}

/** The days as rows of a file, unrounded. */
export const dayRows = (first: string, days: readonly DayPoint[], scale: Scale) => [
  [
    first.toLowerCase(),
    ...["change", "low", "high", "sequential_low", "sequential_high"].map((name) => `${scale}_${name}`),
    "units",
  ],
  ...days.map(({ key, value, fixed, sequential, units }) => [
    key,
    value,
    ...(fixed ?? [undefined, undefined]),
    ...(sequential ?? [undefined, undefined]),
    units,
  ]),
];
