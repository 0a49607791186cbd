// Copies the plan of an experiment into a new one in setup: groups, metrics and parameters, but new ids. Pure.
import type { z } from "zod/mini";
import { groupNamed } from "#contract/experiment-plan.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { ExperimentCreate } from "#contract/experiment-update.ts";

/** Fields copied unchanged. */
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

/** Rule ids seed the bucketing of a rule's share, so the copy gets new ones. */
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
    // null is a value here: it means no outlier cap.
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
