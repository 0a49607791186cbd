// A plan of an experiment that is not stored, as its form has it: what its power and its pre-flight are computed for.
import { z } from "zod/mini";
import { Description } from "./entity-update.ts";
import { experimentFields } from "./experiment-update.ts";

/** Longest plan that is looked at, days. */
export const longestPlan = 400;

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

/** A field that is not filled in yet is absent, or an empty text. */
export const PlannedExperiment = z.strictObject({
  /** Of the stored experiment whose plan it is. */
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
  /** Days. */
  duration: z.nullish(z.number().check(z.gte(1), z.lte(longestPlan))),
  defaultConfidenceInterval,
  bonferroniCorrection,
  cuped,
  sequentialTesting,
  winsorization,
  /** Percent of the control mean. */
  wishedEffect: z.nullish(z.number().check(z.gt(0))),
});
export type PlannedExperiment = z.output<typeof PlannedExperiment>;
