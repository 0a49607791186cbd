// Formatting and wording of a metric's daily values and of the values of its units. Pure.
import type { MetricDay } from "#contract/metric-values.ts";
import { formatNumber, minus } from "#console/foundation/ui/number-format.ts";
import { percentSign, plural } from "#console/foundation/ui/wording.ts";

const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** Formats the value of a day: a funnel's as a percentage, all others as a number. */
export const dayValueText = (value: number, type: string) =>
  type === "funnel" ? `${formatNumber(value * 100)}${percentSign}` : wholeOr(value);

/** Formats whole numbers without decimals: 4, but 4.20. */
export const wholeOr = (value: number) =>
  Number.isInteger(value) && Math.abs(value) < 1000 ? minus(String(value)) : formatNumber(value);

/** Formats a value compactly enough for an axis tick. */
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

/** Column header of the daily values. */
export const measureOf = (type: string) => measures[type] ?? "Value";

/** Number of completed days without events, counted from the first day that has one. */
export function daysWithoutEvents(days: readonly MetricDay[]): number {
  const first = days.findIndex(({ events }) => events > 0);
  return first < 0 ? 0 : days.slice(first, -1).filter(({ events }) => events === 0).length;
}

export function summaryOf(days: readonly MetricDay[], type: string): string {
  // Leave out today, which is not over.
  const over = days.slice(0, -1).flatMap(({ value }) => (value === null ? [] : [value]));
  if (over.length === 0) return `No events in ${plural(days.length, "day")}.`;
  const mean = over.reduce((sum, value) => sum + value, 0) / over.length;
  const gaps = daysWithoutEvents(days);
  const missing = gaps > 0 ? `; ${plural(gaps, "day")} without events` : "";
  return `${dayValueText(mean, type)} a day on average${missing}.`;
}
