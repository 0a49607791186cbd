// Response schema of decided experiments with their measured effects, for an overview of all of them.
import { z } from "zod/mini";

/** Effect of a test group against the control on one metric, in percent, with the fixed-horizon interval. */
const MeasuredEffect = z.looseObject({
  metricID: z.string(),
  metricName: z.string(),
  directionality: z.string(),
  isPrimary: z.boolean(),
  /** Name of the test group, and whether it was shipped. */
  test: z.string(),
  isShipped: z.boolean(),
  percentChange: z.number(),
  standardError: z.number(),
});
export type MeasuredEffect = z.infer<typeof MeasuredEffect>;

export const DecidedExperimentSummary = z.looseObject({
  id: z.string(),
  name: z.string(),
  hypothesis: z.string(),
  decisionReason: z.nullable(z.string()),
  /** ms */
  decisionTime: z.nullable(z.number()),
  /** Name of the shipped group; null if none was shipped. */
  shipped: z.nullable(z.string()),
  isControlShipped: z.boolean(),
  /** True if a health check failed, so that the effects are unreliable. */
  isUnsound: z.boolean(),
  /** Empty until results have been computed for the first time. */
  effects: z.array(MeasuredEffect),
});
export type DecidedExperimentSummary = z.infer<typeof DecidedExperimentSummary>;
