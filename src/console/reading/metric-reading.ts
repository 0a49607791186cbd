// A comparison, or a slice of one, with what is read of it on a scale.
import type { ChartMetric } from "#contract/summary-charts.ts";
import {
  detectableOf,
  estimateOf,
  resultOf,
  type Scale,
  type Unit,
  unitOf,
} from "#console/results/format-result.ts";
import type { ResultMeaning } from "#console/ui/result-mark.tsx";

export interface MetricReading {
  group: string;
  metric: ChartMetric;
  value: number | undefined;
  /** Half-width of the fixed interval. */
  delta: number | undefined;
  /** Half-width of the sequential interval; absent where the fixed one decides. */
  whiskerDelta: number | undefined;
  /** Half-width of the interval that decides. */
  reach: number | undefined;
  result: ResultMeaning | undefined;
  /** What the change and its interval are written in. */
  unit: Unit;
  /** The smallest change that this test can now find, in the same unit. */
  detectable: number | undefined;
}

export function readingOn(scale: Scale, group: string, metric: ChartMetric): MetricReading {
  const { value, delta, whiskerDelta } = estimateOf(metric, scale);
  return {
    group,
    metric,
    value,
    delta,
    whiskerDelta,
    reach: delta === undefined ? undefined : (whiskerDelta ?? delta),
    result: resultOf(metric),
    unit: unitOf(metric, scale),
    detectable: detectableOf(metric, scale),
  };
}
