// A comparison, or a slice of one, with what is read of it on a scale.
import type { ChartMetric } from "#contract/summary-charts.ts";
import {
  detectableOf,
  estimateOf,
  resultOf,
  type Scale,
  type Unit,
  unitOf,
} from "#console/features/experiments/results/model/format-result.ts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";

export interface MetricOnScale {
  group: string;
  metric: ChartMetric;
  value: number | undefined;
  /** Margin of the fixed interval. */
  delta: number | undefined;
  /** Margin of the sequential interval; absent where the fixed one decides. */
  whiskerDelta: number | undefined;
  /** Margin of the interval that decides. */
  margin: number | undefined;
  result: ResultMeaning | undefined;
  /** What the change and its interval are written in. */
  unit: Unit;
  /** The result seems to contradict the interval beside it, since the absolute one decides (statistics 15). */
  disagrees: boolean;
  /** The smallest change that one look at the planned end finds with this much data, in the same unit. */
  detectable: number | undefined;
}

/** Whether the interval that decides leaves out 0; undefined where there is none. */
export function excludesZero(metric: ChartMetric, scale: Scale): boolean | undefined {
  const { value, delta, whiskerDelta } = estimateOf(metric, scale);
  const margin = whiskerDelta ?? delta;
  return value === undefined || margin === undefined ? undefined : Math.abs(value) > margin;
}

/** The interval of a scale says otherwise than the absolute one, which decides. */
export function disagrees(metric: ChartMetric, scale: Scale): boolean {
  const isClear = excludesZero(metric, scale);
  return isClear !== undefined && isClear !== excludesZero(metric, "absolute");
}

export function metricOnScale(scale: Scale, group: string, metric: ChartMetric): MetricOnScale {
  const { value, delta, whiskerDelta } = estimateOf(metric, scale);
  return {
    group,
    metric,
    value,
    delta,
    whiskerDelta,
    margin: delta === undefined ? undefined : (whiskerDelta ?? delta),
    result: resultOf(metric),
    unit: unitOf(metric, scale),
    disagrees: disagrees(metric, scale),
    detectable: detectableOf(metric, scale),
  };
}
