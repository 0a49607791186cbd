// A comparison, or a slice of one, with what is shown of it on a scale.
import type { ChartMetric } from "#contract/summary-charts.ts";
import {
  detectableOf,
  disagrees,
  type Estimate,
  estimateOf,
  resultOf,
  type Scale,
  type Unit,
  unitOf,
} from "#console/features/experiments/results/model/format-result.ts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";

export interface MetricOnScale extends Estimate {
  group: string;
  metric: ChartMetric;
  result: ResultMeaning | undefined;
  /** The unit of the change and its interval. */
  unit: Unit;
  /** The result seems to contradict the interval beside it, since the absolute one decides (statistics 15). */
  disagrees: boolean;
  /** The minimum detectable effect of one look at the planned end, in the same unit. */
  detectable: number | undefined;
}

export const metricOnScale = (scale: Scale, group: string, metric: ChartMetric): MetricOnScale => ({
  group,
  metric,
  ...estimateOf(metric, scale),
  result: resultOf(metric),
  unit: unitOf(metric, scale),
  disagrees: disagrees(metric, scale),
  detectable: detectableOf(metric, scale),
});
