// Request schema of a plan that is not stored, as in the experiment form: the input of power and pre-flight.
import { z } from "zod/mini";
import { Description } from "./entity-update.ts";
import { experimentFields } from "./experiment-update.ts";

/** Maximum duration of a plan, in days. */
export const maxPlanDays = 400;

const {
  idType,
  controlGroupID,
  allocation,
  targetingGateID,
  inlineTargetingRulesJSON,
  layerID,
  primaryMetrics,
  secondaryMetrics,
  defaultConfidenceInterval,
  bonferroniCorrection,
  cuped,
  sequentialTesting,
  winsorization,
} = experimentFields;

const PlannedGroup = z.strictObject({
  id: z.optional(z.string()),
  name: z.string(),
  size: z.number().check(z.gte(0), z.lte(100)),
  parameterValues: z.nullish(z.record(z.string(), z.unknown())),
  description: z.nullish(Description),
});

/** Fields that are not filled in yet are absent or empty texts. */
export const PlannedExperiment = z.strictObject({
  /** Id of the stored experiment that the plan belongs to. */
  id: z.optional(z.string()),
  idType: z.optional(idType),
  groups: z._default(z.array(PlannedGroup).check(z.maxLength(100)), []),
  controlGroupID,
  allocation,
  targetingGateID,
  inlineTargetingRulesJSON,
  layerID,
  primaryMetrics,
  secondaryMetrics,
  /** Duration in days. */
  duration: z.nullish(z.number().check(z.gte(1), z.lte(maxPlanDays))),
  defaultConfidenceInterval,
  bonferroniCorrection,
  cuped,
  sequentialTesting,
  winsorization,
  /** Desired effect in percent of the control mean. */
  wishedEffect: z.nullish(z.number().check(z.gt(0))),
});
export type PlannedExperiment = z.output<typeof PlannedExperiment>;
