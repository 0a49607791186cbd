// Reasons why a planned experiment may fail, found before it starts.
import { z } from "zod/mini";

const PreflightFinding = z.looseObject({
  /** It cannot start like this, it should be looked at, or it is fine. */
  kind: z.enum(["blocks", "look", "fine"]),
  check: z.enum(["plan", "a/a", "overlap", "targeting", "events", "looks", "guardrail"]),
  /** The finding; of what is fine a few words in lower case that stand in a list. */
  sentence: z.string(),
  /** The way out; absent where it is fine. */
  advice: z.optional(z.string()),
  /** Path of the field that would have to change, as in refusals. */
  property: z.optional(z.string()),
  /** The entity that would have to be looked at. */
  entity: z.optional(
    z.looseObject({
      kind: z.enum(["gate", "experiment", "metric", "event"]),
      id: z.string(),
      name: z.string(),
    }),
  ),
});
export type PreflightFinding = z.infer<typeof PreflightFinding>;

/** The plan's groups compared over the past, in which they did not differ. */
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
  /** Those that block first, then those to look at. */
  findings: z.array(PreflightFinding),
  aa: z.looseObject({
    /** Whole days of the past; 0 where nothing was compared. */
    days: z.number(),
    /** By which units were divided: the stored experiment's own salt, or one for this check, where the experiment is not stored yet. */
    salt: z.string(),
    /** A p-value below it is called a difference: the level divided by the number of comparisons. */
    threshold: z.optional(z.number()),
    comparisons: z.array(AaComparison),
  }),
});
export type ExperimentPreflight = z.infer<typeof ExperimentPreflight>;
