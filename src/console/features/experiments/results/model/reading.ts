// A metric as it is read on a scale: its change, the interval that decides, and what they mean. Pure.
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
  /** Margin of the sequential interval; undefined where the fixed one decides. */
  whiskerDelta: metric.sequentialTestingConfidenceIntervalDelta,
});

const excludesZero = ({ value, delta, whiskerDelta = delta }: ReturnType<typeof absoluteOf>) =>
  value === undefined || whiskerDelta === undefined ? undefined : Math.abs(value) > whiskerDelta;

/** One of its intervals, in percent and in its own unit, includes 0 and the other does not: neither says better or worse alone. */
function dependsOnScale(metric: ChartMetric): boolean {
  const isClear = excludesZero(percentOf(metric));
  return isClear !== undefined && isClear !== excludesZero(absoluteOf(metric));
}

/** Fields of the answer that are absent stay undefined. */
export function readingOf(metric: ChartMetric, scale: Scale) {
  const { reversePower, controlMean } = metric;
  const estimate = scale === "percent" ? percentOf(metric) : absoluteOf(metric);
  const isClear = excludesZero(estimate);
  const baseline = scale === "percent" ? 100 : controlMean;
  return {
    metric,
    scale,
    /** Of the change, its interval and the smallest detectable change. */
    unit: unitOf(metric, scale),
    ...estimate,
    /** Margin of the interval that decides. */
    margin: estimate.whiskerDelta ?? estimate.delta,
    /** The interval that decides leaves out 0; undefined where there is none. */
    isClear,
    result: resultOf(metric),
    /** The result depends on the analysis: it is clear on one scale alone. */
    depends: dependsOnScale(metric),
    /** The minimum detectable effect of one look at the planned end. */
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

/** In percent, unless that interval is missing; where the result depends on the scale, on the one whose interval includes 0. */
export function effectOf(metric: ChartMetric): Effect | undefined {
  const percent = readingOf(metric, "percent");
  const isAgainst = percent.depends && percent.isClear === true;
  const reading = hasInterval(percent) && !isAgainst ? percent : readingOf(metric, "absolute");
  return hasInterval(reading) ? reading : undefined;
}

/** "+4.12 %"; empty without a change. */
export const changeText = ({ value, unit }: Reading) =>
  value === undefined ? "" : formatChange(value, unit);

/** "+0.91 to +7.33 %", the interval that decides; empty where there is none. */
export const intervalText = ({ value, margin, unit }: Reading) =>
  value === undefined || margin === undefined ? "" : formatInterval(value, margin, unit);

/** The good change of a metric; undefined where nobody has said so. */
export const directionOf = ({ directionality }: ChartMetric): "increase" | "decrease" | undefined =>
  directionality === "increase" || directionality === "decrease" ? directionality : undefined;

/** The meaning of the change if it were clear; undefined where nobody has said which one is good. */
export function leaningOf(metric: ChartMetric): "better" | "worse" | undefined {
  const direction = directionOf(metric);
  if (direction === undefined) return undefined;
  return (metric.absoluteChange ?? 0) > 0 === (direction === "increase") ? "better" : "worse";
}

/** The word of a result wherever it stands: "better", "worse", "inconclusive" or, for one that is clear on one scale alone, "depends". */
export const wordOf = ({ result, depends }: Pick<Reading, "result" | "depends">) =>
  depends ? "depends" : result;

/** Why a metric has no interval in this scale; undefined when it has one. */
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
