// Metrics derived from events as answered (API 2.12), with the public fields that say how they are computed.
import { z } from "zod/mini";

export const directionalities = ["increase", "decrease"] as const;

export const MetricEvent = z.looseObject({
  name: z.string(),
  /** The part of the event that counts: its number, its value, or a metadata field. */
  type: z.string(),
  metadataKey: z.nullish(z.string()),
});
export type MetricEvent = z.infer<typeof MetricEvent>;

export const Metric = z.looseObject({
  /** `<name>::<type>` */
  id: z.string(),
  name: z.string(),
  directionality: z.string(),
  type: z.string(),
  description: z.nullish(z.string()),
  isPermanent: z.nullish(z.boolean()),
  isReadOnly: z.nullish(z.boolean()),
  isHidden: z.nullish(z.boolean()),
  isVerified: z.nullish(z.boolean()),
  tags: z.nullish(z.array(z.string())),
  createdTime: z.nullish(z.number()),
  creatorName: z.nullish(z.string()),
  creatorEmail: z.nullish(z.string()),
  owner: z.nullish(z.looseObject({ name: z.string() })),
  lineage: z.nullish(z.looseObject({ events: z.array(z.string()), metrics: z.array(z.string()) })),
  team: z.nullish(z.string()),
  /** ID types by which it can be counted; any where absent or empty. */
  unitTypes: z.nullish(z.array(z.string())),
  metricEvents: z.nullish(z.array(MetricEvent)),
  funnelCountDistinct: z.nullish(z.string()),
  funnelEventList: z.nullish(z.array(z.looseObject({ name: z.string(), type: z.string() }))),
});
export type Metric = z.infer<typeof Metric>;

/** It must not get worse: people say so by the tag `guardrail`, in any case. */
export const isTaggedGuardrail = (metric: Pick<Metric, "tags"> | undefined) =>
  metric?.tags?.some((tag) => tag.toLowerCase() === "guardrail") ?? false;
