// Finds the metrics derived from an event, directly or through another metric (API 4.9).
import type { Metric } from "#contract/metric.ts";
import { eventNames } from "#service/analysis/plan/metric-inputs.ts";

/** The metrics whose data come from an event, in the order given; metrics may refer to each other in a cycle. */
export function metricsDerivedFrom(metrics: readonly Metric[], eventName: string): Metric[] {
  const derived = new Set(
    metrics.filter((metric) => eventNames(metric).includes(eventName)).map((metric) => metric.id),
  );
  for (let before = -1; before !== derived.size;) {
    before = derived.size;
    for (const metric of metrics)
      if (metric.lineage?.metrics.some((id) => derived.has(id))) derived.add(metric.id);
  }
  return metrics.filter((metric) => derived.has(metric.id));
}
