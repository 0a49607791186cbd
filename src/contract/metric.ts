// Metrics derived from events as answered (API 2.12), with the public fields that say how they are computed.
import { z } from "zod";

export const directionalities = ["increase", "decrease"] as const;

export const MetricEvent = z.looseObject({
  name: z.string(),
  /** The part of the event that counts: its number, its value, or a metadata field. */
  type: z.string(),
  metadataKey: z.string().nullish(),
});
export type MetricEvent = z.infer<typeof MetricEvent>;

export const Metric = z.looseObject({
  /** `<name>::<type>` */
  id: z.string(),
  name: z.string(),
  directionality: z.string(),
  type: z.string(),
  description: z.string().nullish(),
  isPermanent: z.boolean().nullish(),
  isReadOnly: z.boolean().nullish(),
  isHidden: z.boolean().nullish(),
  isVerified: z.boolean().nullish(),
  tags: z.array(z.string()).nullish(),
  createdTime: z.number().nullish(),
  creatorName: z.string().nullish(),
  creatorEmail: z.string().nullish(),
  owner: z.looseObject({ name: z.string() }).nullish(),
  lineage: z.looseObject({ events: z.array(z.string()), metrics: z.array(z.string()) }).nullish(),
  team: z.string().nullish(),
  metricEvents: z.array(MetricEvent).nullish(),
  funnelCountDistinct: z.string().nullish(),
  funnelEventList: z.array(z.looseObject({ name: z.string(), type: z.string() })).nullish(),
});
export type Metric = z.infer<typeof Metric>;
