// Converts the days of a comparison into chart points, each with a sentence. Pure.
import type { CumulativeDay, DaySinceExposure } from "#contract/time-series.ts";
import type { ChartMetric } from "#contract/summary-charts.ts";
import type { BandPoint } from "#console/foundation/charts/band-chart.tsx";
import type { FigurePoint } from "#console/foundation/charts/day-figure.tsx";
import type { Scale } from "#console/features/experiments/results/model/format-result.ts";
import { changeText, intervalText, readingOf } from "#console/features/experiments/results/model/reading.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";

const dayFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
/** Formats a day in UTC, since the analysis uses UTC days. */
export const dayName = (time: number) => dayFormat.format(time);
/** Formats a day for file content: "2026-11-21". */
export const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

interface Named {
  /** Axis label. */
  label: string;
  /** Name at the start of a sentence. */
  name: string;
  /** Value of the key column in an exported file. */
  key: string | number;
  /** A change made during the experiment on that day. */
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

/** Says how many intervals the scale cuts off and where to find them; undefined if there are none. */
export function beyondText(days: readonly BandPoint[], [low, high]: [number, number]): string | undefined {
  const cut = spansOf(days).filter(([from, to]) => from < low || to > high).length;
  if (cut === 0) return undefined;
  return cut === 1
    ? "1 interval goes beyond the scale: see Numbers."
    : `${cut} intervals go beyond the scale: see Numbers.`;
}

/** Says since which day the interval has excluded 0 without a break; undefined if the last day's includes it. */
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

/** Exports the days as unrounded rows. */
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
