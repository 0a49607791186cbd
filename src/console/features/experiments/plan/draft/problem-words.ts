// Wording of a plan's problems: short at the field itself, with the field's name elsewhere. Pure.
import type { Problem } from "#contract/api-error.ts";
import { capitalise } from "#console/foundation/ui/wording.ts";
import type { PlanDraft } from "./plan-draft.ts";

const labels: Readonly<Record<string, string>> = {
  id: "Id",
  idType: "Unit",
  targetingGateID: "Targeting gate",
  inlineTargetingRulesJSON: "Inline targeting",
  layerID: "Layer",
  assignmentSourceName: "Exposures",
  controlGroupID: "Control",
  primaryMetrics: "Primary metrics",
  secondaryMetrics: "Secondary metrics",
  defaultConfidenceInterval: "Confidence level",
  winsorization: "Outlier cap",
  sequentialTesting: "Sequential testing",
  cuped: "CUPED",
  bonferroniCorrection: "Bonferroni correction",
  parameters: "Parameter",
};

type Named = Pick<PlanDraft, "groups" | "metrics">;

const isMissing = ({ errorMessage }: Problem) => errorMessage.startsWith("Required");

function groupLabel(property: string, { groups }: Named): string {
  const [, index = "", part = "", ...path] = property.split(".");
  if (index === "") return "Groups";
  const name = groups[Number(index)]?.name || `Group ${Number(index) + 1}`;
  if (part === "parameterValues") return `${name}, ${path.join(".")}`;
  return part ? `${name}, ${part}` : name;
}

/** Returns the label of the field at a property path. */
export function planLabel(property: string, draft: Named): string {
  const [field = "", index] = property.split(".");
  if (field === "groups") return groupLabel(property, draft);
  const isMetric = field === "primaryMetrics" || field === "secondaryMetrics";
  const role = field === "primaryMetrics" ? "primary" : "secondary";
  const metric =
    isMetric && index !== undefined
      ? draft.metrics.filter((one) => one.role === role)[Number(index)]
      : undefined;
  return metric?.name ?? labels[field] ?? capitalise(field);
}

/** Message shown at the field itself. */
export const shortMessage = (problem: Problem): string =>
  isMissing(problem)
    ? problem.errorMessage.includes("group '")
      ? "Missing; the other groups have one"
      : "Missing; type a value"
    : problem.errorMessage;

/** Message shown away from the field, such as "Pay with one tap has no hint". */
export function planSentence(problem: Problem, draft: Named): string {
  const { property, errorMessage } = problem;
  const [field = "", index = "", , ...path] = property.split(".");
  if (field === "groups" && isMissing(problem) && path.length > 0)
    return `${draft.groups[Number(index)]?.name || `Group ${Number(index) + 1}`} has no ${path.join(".")}`;
  if (/^(groups|primaryMetrics|name)$/.test(property)) return errorMessage;
  return `${planLabel(property, draft)}: ${errorMessage}`;
}
