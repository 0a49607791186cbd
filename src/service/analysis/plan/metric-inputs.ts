// Derives the events and numbers that a metric counts (statistics 3), for the metric types that this service computes.
import type { Metric, MetricEvent } from "#contract/metric.ts";
import { sourceKey } from "./event-source.ts";

/** Contribution of one event to a unit's total. */
export interface Amount {
  /** Key of the event including its filters (event-source.ts). */
  event: string;
  adds: "one" | "its number" | "one if it has a number";
  /** Metadata field that holds the number; if absent, the event's value is used. */
  key?: string;
}

export type MetricInput = {
  /** Id of the metric. */
  id: string;
  /** The metric's own percentile at which totals are capped, null for no cap; absent if the experiment's applies. */
  winsorization?: number | null;
} & (
  | { measure: "total"; amounts: Amount[] }
  | { measure: "users"; amounts: Amount[] }
  | { measure: "days"; events: string[] }
  | { measure: "ratio"; numerator: Amount[]; denominator: Amount[] }
  | { measure: "funnel"; steps: string[]; counts: "users" | "events" }
);

const numberIn = (
  { name, type, metadataKey, criteria }: MetricEvent,
  adds: "its number" | "one if it has a number" = "its number",
): Amount => ({
  event: sourceKey(name, criteria),
  adds,
  ...(type === "metadata" && typeof metadataKey === "string" ? { key: metadataKey } : {}),
});
const one = (event: string): Amount => ({ event, adds: "one" });
type Entry = Pick<MetricEvent, "name" | "criteria">;
const keyOf = ({ name, criteria }: Entry) => sourceKey(name, criteria);
const oneOf = (entry: Entry) => one(keyOf(entry));
const numberOrOne = (entry: MetricEvent): Amount => (entry.type === "count" ? oneOf(entry) : numberIn(entry));

/** Returns the input of a metric; undefined if its type is not computed here or its definition is incomplete. */
export function metricInput(metric: Metric): MetricInput | undefined {
  const { winsorization } = metric;
  const id = { id: metric.id, ...(winsorization !== undefined && { winsorization }) };
  const entries: MetricEvent[] = metric.metricEvents?.length
    ? metric.metricEvents
    : (metric.lineage?.events ?? []).map((name) => ({ name, type: "count" }));
  switch (metric.type) {
    case "event_count":
    case "event_count_custom":
      return { ...id, measure: "total", amounts: entries.map(oneOf) };
    case "event_user":
      return { ...id, measure: "users", amounts: entries.map(oneOf) };
    case "sum":
      return { ...id, measure: "total", amounts: entries.map((entry) => numberIn(entry)) };
    case "event_dau":
      return { ...id, measure: "days", events: entries.map(keyOf) };
    case "mean": {
      const denominator = entries.map((entry) => numberIn(entry, "one if it has a number"));
      return { ...id, measure: "ratio", numerator: entries.map((entry) => numberIn(entry)), denominator };
    }
    case "ratio": {
      const [above, below] = metric.metricEvents ?? [];
      if (!above || !below) return undefined;
      return { ...id, measure: "ratio", numerator: [numberOrOne(above)], denominator: [numberOrOne(below)] };
    }
    case "funnel": {
      const steps = (metric.funnelEventList ?? []).map(keyOf);
      if (steps.length === 0) return undefined;
      return {
        ...id,
        measure: "funnel",
        steps,
        counts: metric.funnelCountDistinct === "events" ? "events" : "users",
      };
    }
    default:
      return undefined;
  }
}

/** Returns the amounts that a metric adds up; days and funnels only look at whether events occurred. */
export const amountsOf = (input: MetricInput): Amount[] => {
  switch (input.measure) {
    case "total":
    case "users":
      return input.amounts;
    case "ratio":
      return [...input.numerator, ...input.denominator];
    case "days":
      return input.events.map(one);
    default:
      return input.steps.map(one);
  }
};

/** Returns the amounts for x and y of a total or ratio that takes a single amount of a single event for each; most metrics do. */
export function soleAmounts(input: MetricInput): { x: Amount; y: Amount } | undefined {
  const [x, y, others] =
    input.measure === "total" || input.measure === "users"
      ? [input.amounts[0], input.amounts[0], input.amounts.length > 1]
      : input.measure === "ratio"
        ? [input.numerator[0], input.denominator[0], input.numerator.length + input.denominator.length > 2]
        : [];
  return x && y && x.event === y.event && !others ? { x, y } : undefined;
}

/** Returns the event of a metric that uses only one event. */
export function singleEventOf(input: MetricInput): string | undefined {
  const [event, ...others] = new Set(amountsOf(input).map((amount) => amount.event));
  return others.length > 0 ? undefined : event;
}

/** Returns the names of the events that a metric takes data from. */
export const eventNames = (metric: Metric): string[] => [
  ...(metric.lineage?.events ?? []),
  ...(metric.metricEvents ?? []).map((event) => event.name),
  ...(metric.funnelEventList ?? []).map((step) => step.name),
];

/**
 * Returns the metrics whose data come from an event (API 4.9), directly or through another metric, in the order given.
 * Metrics may refer to each other in a cycle.
 */
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
