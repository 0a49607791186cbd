// The values of a metric's days, and of its units, in words. Pure.
import type { MetricDay } from "#contract/metric-values.ts";
import { formatNumber, minus } from "#console/foundation/ui/number-format.ts";
import { percentSign, plural } from "#console/foundation/ui/wording.ts";

const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** Of a day: funnels are shares, all else are numbers. */
export const dayValueText = (value: number, type: string) =>
  type === "funnel" ? `${formatNumber(value * 100)}${percentSign}` : wholeOr(value);

/** Without decimals where it has none: 4, and 4.20. */
export const wholeOr = (value: number) =>
  Number.isInteger(value) && Math.abs(value) < 1000 ? minus(String(value)) : formatNumber(value);

/** No longer than the mark of an axis may be. */
export const markText = (value: number, type = "") =>
  type === "funnel" ? `${minus(short.format(value * 100))}${percentSign}` : minus(short.format(value));

const measures: Readonly<Record<string, string>> = {
  event_count: "Events",
  event_count_custom: "Events",
  event_user: "Units with an event",
  event_dau: "Units with an event",
  sum: "Sum",
  mean: "Mean",
  ratio: "Ratio",
  funnel: "Share",
};

/** The number of a day, as its column is called. */
export const measureOf = (type: string) => measures[type] ?? "Value";

/** Days before the first event, and after it without one, among those that are over. */
export function gapsOf(days: readonly MetricDay[]): number {
  const first = days.findIndex(({ events }) => events > 0);
  return first < 0 ? 0 : days.slice(first, -1).filter(({ events }) => events === 0).length;
}

export function summaryOf(days: readonly MetricDay[], type: string): string {
  // Today is not over.
  const over = days.slice(0, -1).flatMap(({ value }) => (value === null ? [] : [value]));
  if (over.length === 0) return `No events in ${plural(days.length, "day")}.`;
  const mean = over.reduce((sum, value) => sum + value, 0) / over.length;
  const gaps = gapsOf(days);
  const missing = gaps > 0 ? `; ${plural(gaps, "day")} without events` : "";
  return `${dayValueText(mean, type)} a day on average${missing}.`;
}
