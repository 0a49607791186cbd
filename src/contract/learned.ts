// A decided experiment with what it measured, for reading all of them together.
import { z } from "zod/mini";

/** A test group against the control on one metric; changes in percent, by the fixed interval. */
const LearnedEffect = z.looseObject({
  metricID: z.string(),
  metricName: z.string(),
  directionality: z.string(),
  isPrimary: z.boolean(),
  /** Name of the test group, and whether it is the one that was shipped. */
  test: z.string(),
  isShipped: z.boolean(),
  percentChange: z.number(),
  standardError: z.number(),
});
export type LearnedEffect = z.infer<typeof LearnedEffect>;

export const LearnedExperiment = z.looseObject({
  id: z.string(),
  name: z.string(),
  hypothesis: z.string(),
  decisionReason: z.nullable(z.string()),
  /** ms */
  decisionTime: z.nullable(z.number()),
  /** Name of the group that was shipped; null where none was. */
  shipped: z.nullable(z.string()),
  isControlShipped: z.boolean(),
  /** A health check failed: its effects are not to be used. */
  isUnsound: z.boolean(),
  /** Empty until its results have been computed once. */
  effects: z.array(LearnedEffect),
});
export type LearnedExperiment = z.infer<typeof LearnedExperiment>;
