// Parses the inline rules of an experiment; memoized, so that one server response always gives the same object.
import type { Experiment } from "#contract/experiment.ts";
import { isUnderWay } from "#contract/experiment-states.ts";
import { memoized } from "#console/foundation/ui/memoized.ts";
import { readInlineTargeting } from "#targeting/dependencies/references.ts";
import type { PlannedExperiment } from "./plan-draft.ts";

export const plannedExperiment = memoized((experiment: Experiment): PlannedExperiment => {
  const { rules, isReadable } = readInlineTargeting(experiment.inlineTargetingRulesJSON);
  return { ...experiment, isEnabled: isUnderWay(experiment), rules: (isReadable && rules) || [] };
});
