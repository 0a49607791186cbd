// Metrics derived from events as answered (API 2.12), with the public fields that say how they are computed.
import { z } from "zod/mini";
import { authorship } from "./envelope.ts";
import { GuardrailResult } from "./experiment.ts";

export const directionalities = ["increase", "decrease"] as const;

/** A filter of events. All filters of an event must hold. */
export const MetricCriterion = z.looseObject({
  /** The part of the event that is compared: its value or a metadata field. */
  type: z.string(),
  /** Name of the metadata field. */
  column: z.nullish(z.string()),
  condition: z.string(),
  values: z.nullish(z.array(z.string())),
  /** Whether an event without that part meets the filter; where absent it meets not_in, not_contains and is_null. */
  nullVacuousOverride: z.nullish(z.boolean()),
});
export type MetricCriterion = z.infer<typeof MetricCriterion>;

const Criteria = z.nullish(z.array(MetricCriterion));

export const MetricEvent = z.looseObject({
  name: z.string(),
  /** The part of the event that counts: its number, its value, or a metadata field. */
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
  /** ID types by which it can be counted; any where absent or empty. */
  unitTypes: z.nullish(z.array(z.string())),
  metricEvents: z.nullish(z.array(MetricEvent)),
  funnelCountDistinct: z.nullish(z.string()),
  funnelEventList: z.nullish(
    z.array(z.looseObject({ name: z.string(), type: z.string(), criteria: Criteria })),
  ),
  /** Percentile of the non-zero unit values at which they are capped; null is off, and absent leaves it to the experiment. */
  winsorization: z.nullish(z.number()),
  /** Where its events are read from in a connected warehouse; found by the names of its events where absent. */
  warehouseNative: z.nullish(z.looseObject({ metricSourceName: z.nullish(z.string()) })),
  version: z.nullish(z.number()),
  /** The definition as a query, for reading; with one metric only, not in lists. */
  sql: z.nullish(z.string()),
  /** Experiments that use it, whatever their state. */
  experimentCount: z.nullish(z.number()),
  /** ms; when one of its events came last, null where none ever came. */
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

/** The same with what the metric showed there when results were computed last; null before. */
export const MetricExperiment = z.extend(MetricUse, {
  startTime: z.nullish(z.number()),
  endTime: z.nullish(z.number()),
  decisionTime: z.nullish(z.number()),
  result: z.nullish(z.extend(GuardrailResult, { computedTime: z.number() })),
});
export type MetricExperiment = z.infer<typeof MetricExperiment>;

/** Choice: the dry run of an update of a metric says which running experiments use it. */
export const UpdatedMetric = z.extend(Metric, { runningExperiments: z.optional(z.array(MetricUse)) });
export type UpdatedMetric = z.infer<typeof UpdatedMetric>;

/** It must not get worse: people say so by the tag `guardrail`, in any case. */
export const isTaggedGuardrail = (metric: Pick<Metric, "tags"> | undefined) =>
  metric?.tags?.some((tag) => tag.toLowerCase() === "guardrail") ?? false;
