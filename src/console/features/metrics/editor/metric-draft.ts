// The draft of a metric: it holds what was typed, even while that is invalid. Pure.
import { z } from "zod/mini";
import type { Metric, MetricCriterion, MetricEvent } from "#contract/metric.ts";

const CriterionDraft = z.object({
  type: z.enum(["value", "metadata"]),
  /** Name of the metadata field. */
  column: z.string(),
  condition: z.string(),
  values: z.array(z.string()),
});
export type CriterionDraft = z.infer<typeof CriterionDraft>;

const EventDraft = z.object({
  name: z.string(),
  /** The part of the event that counts: count, value or metadata. */
  part: z.string(),
  metadataKey: z.string(),
  criteria: z.array(CriterionDraft),
});
export type EventDraft = z.infer<typeof EventDraft>;

export const MetricDraft = z.object({
  name: z.string(),
  description: z.string(),
  type: z.string(),
  /** The counted events; for a ratio numerator and denominator, for a funnel its steps. */
  events: z.array(EventDraft),
  /** Whether a funnel counts users or events. */
  counts: z.string(),
  directionality: z.string(),
  /** Whether outliers are capped: as the experiment sets it, never, or at a percentile. */
  cap: z.enum(["experiment", "none", "percentile"]),
  /** The percentile as typed. */
  percentile: z.string(),
  unitTypes: z.array(z.string()),
  tags: z.array(z.string()),
  owner: z.string(),
  /** Name of the metric source in the warehouse; empty for the source that has its events. */
  source: z._default(z.string(), ""),
});
export type MetricDraft = z.infer<typeof MetricDraft>;

export const emptyEvent = (name = ""): EventDraft => ({ name, part: "count", metadataKey: "", criteria: [] });

export const emptyDraft = (event = ""): MetricDraft => ({
  name: "",
  description: "",
  type: "event_count_custom",
  events: [emptyEvent(event)],
  counts: "users",
  directionality: "increase",
  cap: "experiment",
  percentile: "99",
  unitTypes: [],
  tags: [],
  owner: "",
  source: "",
});

const criterionOf = ({ type, column, condition, values }: MetricCriterion): CriterionDraft => ({
  type: type === "value" ? "value" : "metadata",
  column: column ?? "",
  condition,
  values: values ?? [],
});

const eventOf = ({ name, type, metadataKey, criteria }: MetricEvent): EventDraft => ({
  name,
  part: type === "value" || type === "metadata" ? type : "count",
  metadataKey: metadataKey ?? "",
  criteria: (criteria ?? []).map(criterionOf),
});

/** Returns the draft of a metric that counts the named events that meet all criteria. */
export const draftWith = (names: readonly string[], criteria: readonly MetricCriterion[]): MetricDraft => ({
  ...emptyDraft(),
  events: names.map((name) => ({ ...emptyEvent(name), criteria: criteria.map(criterionOf) })),
});

/** Returns the draft of a stored metric. */
export function draftOf(metric: Metric): MetricDraft {
  const { metricEvents, funnelEventList, lineage, winsorization, warehouseNative } = metric;
  const counted = metricEvents?.length
    ? metricEvents
    : (lineage?.events ?? []).map((name) => ({ name, type: "count" }));
  const events = (metric.type === "funnel" ? (funnelEventList ?? []) : counted).map(eventOf);
  return {
    name: metric.name,
    description: metric.description ?? "",
    type: metric.type,
    events: events.length > 0 ? events : [emptyEvent()],
    counts: metric.funnelCountDistinct === "events" ? "events" : "users",
    directionality: metric.directionality,
    cap: winsorization === undefined ? "experiment" : winsorization === null ? "none" : "percentile",
    percentile: String(winsorization ?? 99),
    unitTypes: metric.unitTypes ?? [],
    tags: metric.tags ?? [],
    owner: metric.owner?.name ?? "",
    source: warehouseNative?.metricSourceName ?? "",
  };
}

/** Fits the events to a metric type and keeps the first ones: a ratio has two, a funnel at least two. */
function eventsFor(type: string, events: readonly EventDraft[]): EventDraft[] {
  const least = type === "ratio" || type === "funnel" ? 2 : 1;
  const kept = type === "ratio" ? events.slice(0, 2) : [...events];
  const filled = [...kept, ...Array.from({ length: Math.max(0, least - kept.length) }, () => emptyEvent())];
  return filled.map((event) => ({ ...event, part: partFor(type, event.part) }));
}

/** Sums and means need a number from the event, counts and funnels the event itself; a ratio accepts both. */
function partFor(type: string, part: string): string {
  if (type === "sum" || type === "mean") return part === "count" ? "value" : part;
  return type === "ratio" ? part : "count";
}

export const withType = (draft: MetricDraft, type: string): MetricDraft => ({
  ...draft,
  type,
  events: eventsFor(type, draft.events),
});

/** Returns the draft of a copy with a name of its own. */
export const copyOf = (metric: Metric): MetricDraft => {
  const draft = draftOf(metric);
  const type = metric.type === "event_count" ? "event_count_custom" : metric.type;
  return withType({ ...draft, name: `${metric.name} copy` }, type);
};
