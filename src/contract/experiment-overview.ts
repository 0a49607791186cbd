// Response schemas of what was computed last for an experiment: its health checks and the results that lists show.
import { z } from "zod/mini";
import { ComparisonFields } from "./comparison-fields.ts";
import { flag, number, text } from "./plain-fields.ts";

export const MetricReference = z.looseObject({ name: text, type: text });
export type MetricReference = z.infer<typeof MetricReference>;

/** A change made during an experiment that affects who takes part or what they get; `what` describes it in words. */
export const RunningChange = z.looseObject({
  kind: z.enum(["gate", "experiment", "dynamic_config", "segment"]),
  id: text,
  name: text,
  version: z.nullable(number),
  /** ms since the epoch. */
  time: number,
  author: z.nullable(text),
  what: z.array(text),
});
export type RunningChange = z.infer<typeof RunningChange>;

export const HealthCheck = z.looseObject({
  name: text,
  status: text,
  description: text,
  /** Choice: the health check of the exposure balance has the exposed and expected units of each group. */
  groups: z.optional(z.array(z.looseObject({ name: text, units: number, expectedUnits: number }))),
  /** Choice: the health check for changes during an experiment lists them, the newest first. */
  changes: z.optional(z.array(RunningChange)),
});
export type HealthCheck = z.infer<typeof HealthCheck>;

const resultFields = {
  metricID: text,
  metricName: text,
  directionality: text,
  ...ComparisonFields.shape,
  /** Names of the compared groups. */
  control: text,
  test: text,
};

/** Choice: an experiment has the last computed result of its lead metric, so that lists can show it. */
export const LeadResult = z.looseObject({
  ...resultFields,
  /** True if every slice of a user dimension points in the opposite direction of the total (Simpson's paradox). */
  isReversed: flag,
  /** ms since the epoch. */
  computedTime: number,
});
export type LeadResult = z.infer<typeof LeadResult>;

/** Choice: an experiment also has the result of the guardrail that it harms most or comes closest to harming. */
export const GuardrailResult = z.looseObject(resultFields);
export type GuardrailResult = z.infer<typeof GuardrailResult>;
