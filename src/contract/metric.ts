// Response schemas of metrics derived from events (API 2.12), with the public fields that define their computation.
import { z } from "zod/mini";
import { authorship } from "./envelope.ts";
import { GuardrailResult } from "./experiment-overview.ts";

export const directionalities = ["increase", "decrease"] as const;

/** A filter of events. All filters of an event must match. */
export const MetricCriterion = z.looseObject({
  /** Part of the event to compare: its value or a metadata field. */
  type: z.string(),
  /** Name of the metadata field. */
  column: z.nullish(z.string()),
  condition: z.string(),
  values: z.nullish(z.array(z.string())),
  /** Whether an event without that part matches. By default it matches not_in, not_contains and is_null only. */
  nullVacuousOverride: z.nullish(z.boolean()),
});
export type MetricCriterion = z.infer<typeof MetricCriterion>;

const Criteria = z.nullish(z.array(MetricCriterion));

export const MetricEvent = z.looseObject({
  name: z.string(),
  /** The quantity taken from each event: a count of one, its value, or a metadata field. */
  type: z.string(),
  metadataKey: z.nullish(z.string()),
  criteria: Criteria,
});
export type MetricEvent = z.infer<typeof MetricEvent>;

export const Metric = z.looseObject({
  /** `<name>::<type>` */
  id: z.string(),
  name: z.string(),
  directionality: z.string(),
  type: z.string(),
  description: z.nullish(z.string()),
  ...authorship,
  isPermanent: z.nullish(z.boolean()),
  isReadOnly: z.nullish(z.boolean()),
  isHidden: z.nullish(z.boolean()),
  isVerified: z.nullish(z.boolean()),
  tags: z.nullish(z.array(z.string())),
  owner: z.nullish(z.looseObject({ name: z.string() })),
  lineage: z.nullish(z.looseObject({ events: z.array(z.string()), metrics: z.array(z.string()) })),
  team: z.nullish(z.string()),
  /** ID types that the metric supports; all if absent or empty. */
  unitTypes: z.nullish(z.array(z.string())),
  metricEvents: z.nullish(z.array(MetricEvent)),
  funnelCountDistinct: z.nullish(z.string()),
  funnelEventList: z.nullish(
    z.array(z.looseObject({ name: z.string(), type: z.string(), criteria: Criteria })),
  ),
  /** Percentile of the non-zero unit values at which they are winsorized; null turns it off, absent uses the experiment's setting. */
  winsorization: z.nullish(z.number()),
  /** Metric source in a connected warehouse; if absent, the source is found by event name. */
  warehouseNative: z.nullish(z.looseObject({ metricSourceName: z.nullish(z.string()) })),
  version: z.nullish(z.number()),
  /** The definition as SQL, for display only; not in lists. */
  sql: z.nullish(z.string()),
  /** Number of experiments that use the metric, in any state. */
  experimentCount: z.nullish(z.number()),
  /** ms; time of the last event of the metric, null if there has never been one. */
  lastEventTime: z.nullish(z.number()),
});
export type Metric = z.infer<typeof Metric>;

/** An experiment that uses a metric. */
export const MetricUse = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  /** primary, guardrail or secondary */
  role: z.string(),
});
export type MetricUse = z.infer<typeof MetricUse>;

/** A metric's use with its latest computed result in that experiment; `result` is null before the first computation. */
export const MetricExperiment = z.extend(MetricUse, {
  startTime: z.nullish(z.number()),
  endTime: z.nullish(z.number()),
  decisionTime: z.nullish(z.number()),
  result: z.nullish(z.extend(GuardrailResult, { computedTime: z.number() })),
});
export type MetricExperiment = z.infer<typeof MetricExperiment>;

/** Choice: the dry run of a metric update lists the running experiments that use the metric. */
export const UpdatedMetric = z.extend(Metric, { runningExperiments: z.optional(z.array(MetricUse)) });
export type UpdatedMetric = z.infer<typeof UpdatedMetric>;

/** Whether a metric is a guardrail, which must not get worse: it has the tag `guardrail` (case-insensitive). */
export const isTaggedGuardrail = (metric: Pick<Metric, "tags"> | undefined) =>
  metric?.tags?.some((tag) => tag.toLowerCase() === "guardrail") ?? false;
