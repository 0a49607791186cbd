// What of the log a metric counts. Only the types that this service computes appear here.
import type { Metric } from "#contract/metric.ts";

export interface MetricInput {
  /** Of the metric. */
  id: string;
  events: {
    name: string;
    /** Metadata field that holds the number; the event's value when absent. */
    key?: string;
  }[];
  /** Number of events, days with an event, or sum of the numbers in them (statistics.md 3). */
  measure: "count" | "days" | "total";
}

const measures = new Map([
  ["event_count", "count"],
  ["event_dau", "days"],
  ["sum", "total"],
] as const);

/** The input of a metric, or nothing where its type is shown but not computed. */
export function metricInput(metric: Metric): MetricInput | undefined {
  const measure = [...measures].find(([type]) => type === metric.type)?.[1];
  if (!measure) return undefined;
  const named = metric.metricEvents?.length
    ? metric.metricEvents
    : (metric.lineage?.events ?? []).map((name) => ({ name, type: "count" }));
  const events = named.map((event) =>
    event.type === "metadata" && "metadataKey" in event && typeof event.metadataKey === "string"
      ? { name: event.name, key: event.metadataKey }
      : { name: event.name },
  );
  return { id: metric.id, events, measure };
}

/** Names of the events that a metric takes part of its data from. */
export const eventNames = (metric: Metric): string[] => [
  ...(metric.lineage?.events ?? []),
  ...(metric.metricEvents ?? []).map((event) => event.name),
  ...(metric.funnelEventList ?? []).map((step) => step.name),
];
