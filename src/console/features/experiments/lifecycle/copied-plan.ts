// The plan of an experiment for a new one: its groups, metrics and parameters, with a fresh identity, in setup. Pure.
import type { z } from "zod/mini";
import { groupNamed } from "#contract/experiment-plan.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { ExperimentCreate } from "#contract/experiment-update.ts";

/** The fields that a copy takes over as they are. */
const kept = [
  "description",
  "tags",
  "hypothesis",
  "idType",
  "experimentType",
  "allocation",
  "targetingGateID",
  "layerID",
  "primaryMetrics",
  "secondaryMetrics",
  "primaryMetricTags",
  "secondaryMetricTags",
  "duration",
  "defaultConfidenceInterval",
  "bonferroniCorrection",
  "cuped",
  "sequentialTesting",
  "winsorization",
  "dimensions",
  "sections",
] as const satisfies readonly (keyof Experiment)[];

/** The ids of the inline rules decide who is among their share: those of the copy are new ones. */
function copiedRules(text: string | null | undefined): string | undefined {
  try {
    const rules: unknown = JSON.parse(text?.trim() || "[]");
    if (!Array.isArray(rules) || rules.length === 0) return undefined;
    return JSON.stringify(rules.map((rule: object) => ({ ...rule, id: undefined, baseID: undefined })));
  } catch {
    return undefined;
  }
}

export function copiedPlan(experiment: Experiment): z.input<typeof ExperimentCreate> {
  const { groups, controlGroupID, inlineTargetingRulesJSON } = experiment;
  const control = groupNamed(groups, controlGroupID ?? "") ?? groups[0];
  const rules = copiedRules(inlineTargetingRulesJSON);
  const fields = kept.flatMap((field) => {
    const value = experiment[field];
    const isEmpty =
      value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
    // No outlier cap is said by null.
    return isEmpty && !(field === "winsorization" && value === null) ? [] : [[field, value]];
  });
  return {
    ...Object.fromEntries(fields),
    groups: groups.map(({ name, size, parameterValues, description }) => ({
      name,
      size,
      parameterValues: parameterValues ?? {},
      description: description ?? "",
    })),
    ...(control && { controlGroupID: control.name }),
    ...(rules && { inlineTargetingRulesJSON: rules }),
  };
}
