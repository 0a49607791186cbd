// Describes how a metric is computed, in one sentence. The meaning of each metric type is defined in statistics/.
import type { Metric } from "#contract/metric.ts";
import { orList } from "./wording.ts";

/** Names of all events that a metric is computed from. */
export const eventsOf = ({ lineage, metricEvents, funnelEventList }: Metric): string[] => [
  ...new Set([
    ...[...(metricEvents ?? []), ...(funnelEventList ?? [])].map(({ name }) => name),
    ...(lineage?.events ?? []),
  ]),
];

const fieldOf = (metric: Metric) => {
  const [event] = metric.metricEvents ?? [];
  return event?.metadataKey ? `${event.metadataKey} of ` : "the value of ";
};

export function metricSentence(metric: Metric): string {
  const named = orList(eventsOf(metric));
  const events = named || "its events";
  const oneEvent = named ? `a ${named} event` : "one of its events";
  switch (metric.type) {
    case "event_count":
    case "event_count_custom":
      return `Number of ${named ? `${named} events` : events} for each unit.`;
    case "event_user":
      return `Share of units with ${oneEvent}.`;
    case "event_dau":
      return `Share of days with ${oneEvent}, for each unit.`;
    case "sum":
      return `Sum of ${fieldOf(metric)}${events} for each unit.`;
    case "mean":
      return `Average of ${fieldOf(metric)}${events} over all its events.`;
    case "ratio":
      return `Ratio of sums over ${events}, among units with a denominator.`;
    case "funnel": {
      const steps = (metric.funnelEventList ?? []).map(({ name }) => name).join(", then ");
      const counted = metric.funnelCountDistinct === "events" ? "events" : "days of users";
      return `Share of ${counted} that go from ${steps}.`;
    }
    default:
      return `Metrics of type ${metric.type} are shown, not computed by this service.`;
  }
}

export const directionText = ({ directionality }: { directionality: string }) => {
  if (directionality === "increase") return "Higher is better";
  return directionality === "decrease" ? "Lower is better" : "No direction set";
};
