// Reads a metric on a scale: its change, the deciding interval, and what they mean. Pure.
import type { ChartMetric } from "#contract/summary-charts.ts";
import { resultOf } from "#statistics/result-meaning.ts";
import { formatChange, formatInterval, type Scale, unitOf } from "./format-result.ts";

const percentOf = (metric: ChartMetric): ReturnType<typeof absoluteOf> => ({
  value: metric.percentChange,
  delta: metric.percentConfidenceIntervalDelta,
  whiskerDelta: metric.percentSequentialTestingConfidenceIntervalDelta,
});

const absoluteOf = (metric: ChartMetric) => ({
  value: metric.absoluteChange,
  /** Margin of the fixed interval. */
  delta: metric.confidenceIntervalDelta,
  /** Margin of the sequential interval; undefined if the fixed one decides. */
  whiskerDelta: metric.sequentialTestingConfidenceIntervalDelta,
});

const excludesZero = ({ value, delta, whiskerDelta = delta }: ReturnType<typeof absoluteOf>) =>
  value === undefined || whiskerDelta === undefined ? undefined : Math.abs(value) > whiskerDelta;

/**
 * True if exactly one of the intervals, in percent and in the metric's unit, includes 0: neither alone
 * justifies "better" or "worse".
 */
function dependsOnScale(metric: ChartMetric): boolean {
  const isClear = excludesZero(percentOf(metric));
  return isClear !== undefined && isClear !== excludesZero(absoluteOf(metric));
}

/** Fields missing from the response stay undefined. */
export function readingOf(metric: ChartMetric, scale: Scale) {
  const { reversePower, controlMean } = metric;
  const estimate = scale === "percent" ? percentOf(metric) : absoluteOf(metric);
  const isClear = excludesZero(estimate);
  const baseline = scale === "percent" ? 100 : controlMean;
  return {
    metric,
    scale,
    /** Unit of the change, its interval and the minimum detectable effect. */
    unit: unitOf(metric, scale),
    ...estimate,
    /** Margin of the interval that decides. */
    margin: estimate.whiskerDelta ?? estimate.delta,
    /** True if the deciding interval excludes 0; undefined without an interval. */
    isClear,
    result: resultOf(metric),
    /** True if the result depends on the analysis: it is clear on one scale only. */
    depends: dependsOnScale(metric),
    /** Minimum detectable effect of a single analysis at the planned end. */
    detectable:
      reversePower === undefined || baseline === undefined
        ? undefined
        : (reversePower * Math.abs(baseline)) / 100,
  };
}

export type Reading = ReturnType<typeof readingOf>;
/** A reading that has an interval. */
export type Effect = Reading & { value: number; margin: number };

const hasInterval = (reading: Reading): reading is Effect => reading.isClear !== undefined;

/**
 * Reads in percent, unless that interval is missing; if the result depends on the scale, on the one whose
 * interval includes 0.
 */
export function effectOf(metric: ChartMetric): Effect | undefined {
  const percent = readingOf(metric, "percent");
  const isAgainst = percent.depends && percent.isClear === true;
  const reading = hasInterval(percent) && !isAgainst ? percent : readingOf(metric, "absolute");
  return hasInterval(reading) ? reading : undefined;
}

/** Formats the change: "+4.12 %"; empty without one. */
export const changeText = ({ value, unit }: Reading) =>
  value === undefined ? "" : formatChange(value, unit);

/** Formats the deciding interval: "+0.91 to +7.33 %"; empty without one. */
export const intervalText = ({ value, margin, unit }: Reading) =>
  value === undefined || margin === undefined ? "" : formatInterval(value, margin, unit);

/** The desired direction of a metric; undefined if none is set. */
export const directionOf = ({ directionality }: ChartMetric): "increase" | "decrease" | undefined =>
  directionality === "increase" || directionality === "decrease" ? directionality : undefined;

/** Meaning of the change if it were clear; undefined if the metric has no direction. */
export function resultIfClear(metric: ChartMetric): "better" | "worse" | undefined {
  const direction = directionOf(metric);
  if (direction === undefined) return undefined;
  return (metric.absoluteChange ?? 0) > 0 === (direction === "increase") ? "better" : "worse";
}

/** The word for a result: "better", "worse", "inconclusive" or, if it is clear on one scale only, "depends". */
export const wordOf = ({ result, depends }: Pick<Reading, "result" | "depends">) =>
  depends ? "depends" : result;

/** Explains why a metric has no interval on this scale; undefined if it has one. */
export function missingReason(metric: ChartMetric, scale: Scale): string | undefined {
  const { testUnits, controlUnits } = metric;
  if (readingOf(metric, scale).delta !== undefined) return undefined;
  if (testUnits === undefined && controlUnits === undefined)
    return "The service gave no numbers; it may not know this metric.";
  if (testUnits === 0 && controlUnits === 0) return "No exposed units yet.";
  if (!testUnits || !controlUnits) return "One of the groups has no units.";
  if (testUnits < 2 || controlUnits < 2) return "One unit in a group is too few for an interval.";
  if (metric.confidenceIntervalDelta === undefined)
    return "All units of a group have the same value, so there is no interval.";
  if (metric.percentChange === undefined) return "The control mean is 0: see the absolute change.";
  return "The control mean is too close to 0 for a percent interval: see the absolute change.";
}
