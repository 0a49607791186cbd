// Pre-flight checks: reasons why a planned experiment may fail, found before it starts.
import { z } from "zod/mini";

const PreflightFinding = z.looseObject({
  /** blocks: the experiment cannot start; look: it should be reviewed; fine: no problem. */
  kind: z.enum(["blocks", "look", "fine"]),
  check: z.enum(["plan", "a/a", "overlap", "targeting", "events", "looks", "guardrail"]),
  /** Text of the finding. For `fine` it is a short phrase in lower case that is shown within a list. */
  sentence: z.string(),
  /** How to solve the problem; absent for `fine`. */
  advice: z.optional(z.string()),
  /** Path of the field to change, as in validation errors. */
  property: z.optional(z.string()),
  /** The entity to review. */
  entity: z.optional(
    z.looseObject({
      kind: z.enum(["gate", "experiment", "metric", "event"]),
      id: z.string(),
      name: z.string(),
    }),
  ),
});
export type PreflightFinding = z.infer<typeof PreflightFinding>;

/** A/A test: the plan's groups compared over the past, when both had the same treatment. */
const AaComparison = z.looseObject({
  metricID: z.string(),
  metricName: z.string(),
  control: z.string(),
  test: z.string(),
  controlUnits: z.number(),
  testUnits: z.number(),
  percentChange: z.optional(z.number()),
  pValue: z.number(),
});
export type AaComparison = z.infer<typeof AaComparison>;

export const ExperimentPreflight = z.looseObject({
  /** Blocking findings first, then those to review. */
  findings: z.array(PreflightFinding),
  aa: z.looseObject({
    /** Number of whole days compared; 0 if there was no comparison. */
    days: z.number(),
    /** Salt of the assignment: that of the stored experiment, or a temporary one if the experiment is not stored yet. */
    salt: z.string(),
    /** p-values below this count as a difference: the significance level divided by the number of comparisons. */
    threshold: z.optional(z.number()),
    comparisons: z.array(AaComparison),
  }),
});
export type ExperimentPreflight = z.infer<typeof ExperimentPreflight>;
