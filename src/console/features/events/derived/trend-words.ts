// The trend of a metric in words. Pure.
import type { MetricDay } from "#contract/metric-values.ts";
import { formatNumber, formatSigned } from "#console/foundation/ui/number-format.ts";
import { percentSign } from "#console/foundation/ui/wording.ts";

const week = 7;
const shares = new Set(["funnel"]);
/** Their value of a day is a rate, not a number that adds up. */
const rates = new Set(["mean", "ratio", "funnel"]);

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of the last seven whole days that have a value, and how much it is above that of the seven before, in percent. */
export function trendOf(days: readonly MetricDay[]) {
  const over = days.slice(0, -1);
  const valuesOf = (some: readonly MetricDay[]) =>
    some.flatMap(({ value }) => (value === null ? [] : [value]));
  const [now, before] = [valuesOf(over.slice(-week)), valuesOf(over.slice(-2 * week, -week))];
  if (now.length === 0) return undefined;
  const latest = meanOf(now);
  const base = before.length > 0 ? meanOf(before) : 0;
  return { latest, change: base > 0 ? (latest / base - 1) * 100 : undefined };
}

/** "1,234 a day, +4.10 % in a week" */
export function trendSentence(days: readonly MetricDay[], type: string): string {
  const trend = trendOf(days);
  if (!trend) return "No events in the last 7 days";
  const { latest, change } = trend;
  const value = shares.has(type) ? `${formatNumber(latest * 100)}${percentSign}` : formatNumber(latest);
  const each = rates.has(type) ? "" : " a day";
  return `${value}${each}${change === undefined ? "" : `, ${formatSigned(change)}${percentSign} in a week`}`;
}
