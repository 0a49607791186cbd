// Which metrics come from an event, directly or through another metric (API 4.9).
import type { Metric } from "#contract/metric.ts";

const eventsOf = (metric: Metric): string[] => [
  ...(metric.lineage?.events ?? []),
  ...(metric.metricEvents ?? []).map((event) => event.name),
  ...(metric.funnelEventList ?? []).map((step) => step.name),
];

/** The metrics that reach an event, in the order given; metrics that name each other in a circle are fine. */
export function metricsDerivedFrom(metrics: readonly Metric[], eventName: string): Metric[] {
  const reached = new Set(
    metrics.filter((metric) => eventsOf(metric).includes(eventName)).map((metric) => metric.id),
  );
  for (let before = -1; before !== reached.size;) {
    before = reached.size;
    for (const metric of metrics)
      if (metric.lineage?.metrics.some((id) => reached.has(id))) reached.add(metric.id);
  }
  return metrics.filter((metric) => reached.has(metric.id));
}
