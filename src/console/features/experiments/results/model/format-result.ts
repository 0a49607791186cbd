// Numbers of results as they are read: three significant digits, a sign, a real minus, no-break space before %.
import type { ChartMetric } from "#contract/summary-charts.ts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { formatCount, percentSign } from "#console/foundation/ui/wording.ts";

const significant = new Intl.NumberFormat("en", { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
const tiny = new Intl.NumberFormat("en", { notation: "scientific", maximumSignificantDigits: 3 });
/** "1.50M" */
const large = new Intl.NumberFormat("en", {
  notation: "compact",
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
});
const minus = (text: string) => text.replaceAll("-", "−");
export type Scale = "percent" | "absolute";

/** Without a sign for positive numbers. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e15) return minus(tiny.format(value));
  if (size >= 1e6) return minus(large.format(value));
  if (size >= 1000) return minus(formatCount(value));
  if (size > 0 && size < 0.0001) return minus(tiny.format(value));
  return value === 0 ? "0" : minus(significant.format(value));
}

export const formatSigned = (value: number) => (value > 0 ? `+${formatNumber(value)}` : formatNumber(value));

type WithType = Pick<ChartMetric, "metricID">;

/** "event_dau" of "buy::event_dau"; undefined where the id does not say. */
export const typeOf = ({ metricID }: WithType) => metricID.split("::")[1];

const isShareType = (type: string | undefined) => type === "event_dau" || type === "funnel";
/** The metric is a share of something, read in percent and its changes in percentage points. */
export const isShare = (metric: WithType) => isShareType(typeOf(metric));

/** What a change is written in: percent of the control, percentage points, or the metric's own unit. */
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

/** Of a change that has no direction: "9.90 %". */
export const formatSize = (value: number, unit: Unit) =>
  `${formatNumber(Math.abs(value * units[unit].factor))}${units[unit].ending}`;

const round = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

/** A mark of the axis: no more digits than it needs. */
export const formatTick = (value: number, unit: Unit) =>
  `${value > 0 ? "+" : ""}${minus(round.format(value * units[unit].factor))}${units[unit].ending}`;

/** "−1.35 to +5.09 %" */
export const formatInterval = (value: number, delta: number, unit: Unit) =>
  `${formatSigned((value - delta) * units[unit].factor)} to ${formatChange(value + delta, unit)}`;

export const formatP = (p: number) => (p < 0.001 ? "< 0.001" : formatNumber(p));

/** A mean in the unit of its metric type: shares of users in percent, the rest as numbers. */
export const formatMean = (value: number, type: string | undefined) =>
  isShareType(type) ? `${formatNumber(value * 100)}${percentSign}` : formatNumber(value);

/** The fields of the answer that say a change and the margins of its intervals on a scale. */
export const estimateFields = {
  percent: {
    value: "percentChange",
    delta: "percentConfidenceIntervalDelta",
    whiskerDelta: "percentSequentialTestingConfidenceIntervalDelta",
  },
  absolute: {
    value: "absoluteChange",
    delta: "confidenceIntervalDelta",
    whiskerDelta: "sequentialTestingConfidenceIntervalDelta",
  },
} as const;

export interface Estimate {
  value: number | undefined;
  /** Margin of the fixed interval. */
  delta: number | undefined;
  /** Margin of the sequential interval; absent where the fixed one decides. */
  whiskerDelta: number | undefined;
  /** Margin of the interval that decides. */
  margin: number | undefined;
}

/** Change and margins of a metric in percent or in its own unit; absent fields stay absent. */
export function estimateOf(metric: ChartMetric, scale: Scale): Estimate {
  const fields = estimateFields[scale];
  const [delta, whiskerDelta] = [metric[fields.delta], metric[fields.whiskerDelta]];
  return { value: metric[fields.value], delta, whiskerDelta, margin: whiskerDelta ?? delta };
}

/** Whether the interval that decides leaves out 0; undefined where there is none. */
export function excludesZero(metric: ChartMetric, scale: Scale): boolean | undefined {
  const { value, margin } = estimateOf(metric, scale);
  return value === undefined || margin === undefined ? undefined : Math.abs(value) > margin;
}

/** The interval of a scale says otherwise than the absolute one, which decides. */
export function disagrees(metric: ChartMetric, scale: Scale): boolean {
  const isClear = excludesZero(metric, scale);
  return isClear !== undefined && isClear !== excludesZero(metric, "absolute");
}

/** The smallest change found with probability 0.8, in percent or in the metric's own unit. */
export const detectableOf = (
  { reversePower, controlMean }: ChartMetric,
  scale: Scale,
): number | undefined => {
  if (scale === "percent" || reversePower === undefined) return reversePower;
  return controlMean === undefined ? undefined : (reversePower * Math.abs(controlMean)) / 100;
};

/** Which change of a metric is good; undefined where nobody has said so. */
export const directionOf = ({ directionality }: ChartMetric): "increase" | "decrease" | undefined =>
  directionality === "increase" || directionality === "decrease" ? directionality : undefined;

/** By the absolute interval, the sequential one where it is given; the direction says what is good.
 *  Undefined without an interval, and for a clear change of a metric whose direction is not known. */
export function resultOf(metric: ChartMetric): ResultMeaning | undefined {
  const isClear = excludesZero(metric, "absolute");
  if (isClear === undefined) return undefined;
  if (!isClear) return "inconclusive";
  const direction = directionOf(metric);
  if (direction === undefined) return undefined;
  return (metric.absoluteChange ?? 0) > 0 === (direction === "increase") ? "better" : "worse";
}

/** Why a metric has no interval in this scale; undefined when it has one. */
export function missingReason(metric: ChartMetric, scale: Scale): string | undefined {
  const { delta } = estimateOf(metric, scale);
  if (delta !== undefined) return undefined;
  if (metric.testUnits === undefined && metric.controlUnits === undefined) {
    return "The service gave no numbers; it may not know this metric.";
  }
  if (metric.testUnits === 0 && metric.controlUnits === 0) return "No exposed units yet.";
  if (!metric.testUnits || !metric.controlUnits) return "One of the groups has no units.";
  if (metric.testUnits < 2 || metric.controlUnits < 2)
    return "One unit in a group is too few for an interval.";
  if (metric.confidenceIntervalDelta === undefined)
    return "All units of a group have the same value, so there is no interval.";
  if (metric.percentChange === undefined) return "The control mean is 0: see the absolute change.";
  return "The control mean is too close to 0 for a percent interval: see the absolute change.";
}

/** What a unit is called in the plural: "users" for user IDs, "stableID units" for others. */
export const unitNoun = (idType: string | null | undefined) =>
  !idType || idType.toLowerCase() === "userid" ? "users" : `${idType} units`;
