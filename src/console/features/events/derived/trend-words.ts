// Describes the trend of a metric. Pure.
import type { MetricDay } from "#contract/metric-values.ts";
import { formatNumber, formatSigned } from "#console/foundation/ui/number-format.ts";
import { percentSign } from "#console/foundation/ui/wording.ts";

const week = 7;
const shares = new Set(["funnel"]);
/** Types whose daily value is a rate, not a number that can be added up. */
const rates = new Set(["mean", "ratio", "funnel"]);

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the mean of the last seven complete days that have a value, and its change from the seven days before, in percent. */
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

/** Such as "1,234 a day, +4.10 % in a week". */
export function trendSentence(days: readonly MetricDay[], type: string): string {
  const trend = trendOf(days);
  if (!trend) return "No events in the last 7 days";
  const { latest, change } = trend;
  const value = shares.has(type) ? `${formatNumber(latest * 100)}${percentSign}` : formatNumber(latest);
  const each = rates.has(type) ? "" : " a day";
  return `${value}${each}${change === undefined ? "" : `, ${formatSigned(change)}${percentSign} in a week`}`;
}
