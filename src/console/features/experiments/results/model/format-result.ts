// Formats the numbers of results: three significant digits, a sign, a true minus sign, a no-break space before %.
import type { ChartMetric } from "#contract/summary-charts.ts";
import { formatNumber, formatSigned, minus } from "#console/foundation/ui/number-format.ts";
import { percentSign } from "#console/foundation/ui/wording.ts";

export type Scale = "percent" | "absolute";

type WithType = Pick<ChartMetric, "metricID">;

/** Returns the metric type in a metric id: "event_dau" for "buy::event_dau"; undefined if the id has none. */
export const typeOf = ({ metricID }: WithType) => metricID.split("::")[1];

/** True if the metric is a share, shown in percent and its changes in percentage points. */
export const isShare = (metric: WithType) => ["event_dau", "funnel"].includes(typeOf(metric) ?? "");

/** A change is written in percent of the control, in percentage points, or in the metric's own unit. */
export type Unit = Scale | "points";

/** The unit of a metric's changes on a scale: a share changes by percentage points. */
export const unitOf = (metric: WithType, scale: Scale): Unit =>
  scale === "absolute" && isShare(metric) ? "points" : scale;

const units: Record<Unit, { factor: number; ending: string }> = {
  percent: { factor: 1, ending: percentSign },
  absolute: { factor: 1, ending: "" },
  points: { factor: 100, ending: "\u00a0pp" },
};

export const formatChange = (value: number, unit: Unit) =>
  `${formatSigned(value * units[unit].factor)}${units[unit].ending}`;

const fixed = new Map<number, Intl.NumberFormat>();
function withDecimals(decimals: number): Intl.NumberFormat {
  const known = fixed.get(decimals);
  if (known) return known;
  const made = new Intl.NumberFormat("en", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: "always",
  });
  fixed.set(decimals, made);
  return made;
}

/** Formats with a column's number of decimals. −0.3 with no decimals is "−0", so that the sign is never lost. */
export function formatFixed(value: number, unit: Unit, decimals: number): string {
  const number = value * units[unit].factor;
  if (Math.abs(number) >= 1e6) return formatSigned(number);
  const text = minus(withDecimals(decimals).format(number));
  return number === 0 ? text.slice(1) : text;
}

/** Returns the value in its display unit: a share in hundredths. */
export const sizeInUnit = (value: number, unit: Unit) => value * units[unit].factor;
export const unitEnding = (unit: Unit) => units[unit].ending;

/** Formats the size of a change without its sign: "9.90 %". */
export const formatSize = (value: number, unit: Unit) =>
  `${formatNumber(Math.abs(value * units[unit].factor))}${units[unit].ending}`;

const round = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

/** Formats an axis tick with no more digits than needed. */
export const formatTick = (value: number, unit: Unit) =>
  `${value > 0 ? "+" : ""}${minus(round.format(value * units[unit].factor))}${units[unit].ending}`;

/** Formats an interval: "−1.35 to +5.09 %". */
export const formatInterval = (value: number, delta: number, unit: Unit) =>
  `${formatSigned((value - delta) * units[unit].factor)} to ${formatChange(value + delta, unit)}`;

/** Spells out the unit in sentences: "1.20 percentage points" instead of "1.20 pp". */
export const spelledOut = (text: string) => text.replaceAll("\u00a0pp", " percentage points");

export const formatP = (p: number) => (p < 0.001 ? "< 0.001" : formatNumber(p));

/** Formats a mean: shares of users in percent, everything else as a number. */
export const formatMean = (value: number, metric: WithType) =>
  isShare(metric) ? `${formatNumber(value * 100)}${percentSign}` : formatNumber(value);

/** The plural of a unit: "users" for user IDs, "stableID units" for others. */
export const unitNoun = (idType: string | null | undefined) =>
  !idType || idType.toLowerCase() === "userid" ? "users" : `${idType} units`;
