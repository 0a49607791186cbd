// Describes the differences between two versions of a plan, and prints a plan as one text. Pure.
import { isUnderWay } from "#contract/experiment-states.ts";
import { groupNamed } from "#contract/experiment-plan.ts";
import type { Group } from "#contract/experiment.ts";
import { changeOf, type Change, type Changes } from "#console/editing/diff-merge/changes.ts";
import { percentText, plural } from "#console/foundation/ui/wording.ts";
import { textOf, usersParts, type NameOf } from "#console/rules/fields/condition-words.ts";
import { noEnvironments, type Environments } from "#targeting/evaluate/changed-environments.ts";
import type { PlannedExperiment } from "./plan-draft.ts";

const everywhere: Environments = { names: ["production"], hasOthers: true, without: [] };

const onOff = (value: boolean | null | undefined) => (value ? "on" : "off");
const metricsText = (metrics: PlannedExperiment["primaryMetrics"]) =>
  (metrics ?? []).map(({ name }) => name).join(", ");
const controlName = ({ groups, controlGroupID }: PlannedExperiment) =>
  (groupNamed(groups, controlGroupID ?? "") ?? groups[0])?.name ?? "";
const capText = ({ winsorization }: PlannedExperiment) =>
  winsorization === null ? "" : percentText(winsorization ?? 99.9);

const parametersText = ({ parameterValues }: Group) =>
  Object.entries(parameterValues ?? {})
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(", ");
const groupText = (group: Group) =>
  [percentText(group.size), parametersText(group)].filter(Boolean).join("; ");

/** Finds the earlier version of a group, by id or, for a new group, by name. */
const formerOf = (groups: readonly Group[], { id, name }: Group) =>
  groups.find((one) => one.id === id) ?? groups.find((one) => one.name === name);

function groupChanges(before: PlannedExperiment, after: PlannedExperiment): Change[] {
  const changed = after.groups.flatMap((group): Change[] => {
    const former = formerOf(before.groups, group);
    if (!former) return changeOf(`Group ${group.name}`, "not there", groupText(group));
    return [
      ...changeOf(`Name of ${former.name}`, former.name, group.name),
      ...changeOf(`Size of ${group.name}`, percentText(former.size), percentText(group.size)),
      ...changeOf(`Parameters of ${group.name}`, parametersText(former), parametersText(group)),
      ...changeOf(`Description of ${group.name}`, former.description ?? "", group.description ?? ""),
    ];
  });
  const removed = before.groups
    .filter((group) => !after.groups.some((one) => formerOf([group], one)))
    .flatMap((group) => changeOf(`Group ${group.name}`, groupText(group), "removed"));
  return [...changed, ...removed];
}

export function planChanges(before: PlannedExperiment, after: PlannedExperiment, nameOf: NameOf): Changes {
  const environments = isUnderWay(before) ? everywhere : noEnvironments;
  const change = (what: string, of: (plan: PlannedExperiment) => string, where = noEnvironments) =>
    changeOf(what, of(before), of(after), where);
  const gateName = (id: string) => nameOf(id) ?? id;
  const rulesText = ({ rules, inlineTargetingRulesJSON: text }: PlannedExperiment) =>
    rules.length > 0
      ? rules.map((rule) => textOf(usersParts(rule.conditions, rule.passPercentage, nameOf))).join("; ")
      : ["", "[]", "{}"].includes(text?.trim() ?? "")
        ? ""
        : (text ?? "");
  const allocation = change("Allocation", (plan) => percentText(plan.allocation ?? 100), environments);
  const changes = [
    ...change("Name", ({ name }) => name),
    ...change("Hypothesis", ({ hypothesis }) => hypothesis ?? ""),
    ...change("Description", ({ description }) => description ?? ""),
    ...change("Tags", ({ tags }) => (tags ?? []).join(", ")),
    ...change("Unit", ({ idType }) => idType ?? "userID"),
    ...change("Targeting gate", ({ targetingGateID }) => (targetingGateID ? gateName(targetingGateID) : "")),
    ...change("Inline targeting", rulesText),
    ...allocation,
    ...change("Layer", ({ layerID }) => layerID ?? ""),
    ...change("Exposures", ({ assignmentSourceName }) => assignmentSourceName ?? ""),
    ...groupChanges(before, after),
    ...change("Control", controlName),
    ...change("Primary metrics", ({ primaryMetrics }) => metricsText(primaryMetrics)),
    ...change("Secondary metrics", ({ secondaryMetrics }) => metricsText(secondaryMetrics)),
    ...change("Duration", ({ duration }) => (duration ? plural(duration, "day") : "")),
    ...change("Confidence level", (plan) => percentText(Number(plan.defaultConfidenceInterval ?? 95))),
    ...change("Bonferroni correction", ({ bonferroniCorrection }) => onOff(bonferroniCorrection)),
    ...change("CUPED", ({ cuped }) => onOff(cuped)),
    ...change("Sequential testing", ({ sequentialTesting }) => onOff(sequentialTesting)),
    ...change("Outlier cap", capText),
    ...change("Dimensions", ({ dimensions }) => (dimensions ?? []).map(({ key }) => key).join(", ")),
  ];
  return {
    audiences:
      changes.length > 0 ? [{ key: "whole", who: "The plan of the experiment", place: "", changes }] : [],
    unchanged: [],
    environments: allocation.length > 0 ? environments : noEnvironments,
  };
}

/** Prints the editable fields of a plan as JSON. */
export const planText = (plan: PlannedExperiment): string =>
  JSON.stringify(
    {
      name: plan.name,
      description: plan.description ?? "",
      tags: plan.tags ?? [],
      hypothesis: plan.hypothesis ?? "",
      idType: plan.idType,
      targetingGateID: plan.targetingGateID ?? "",
      inlineTargeting: plan.rules.map(({ name, passPercentage, conditions, environments }) => ({
        name,
        passPercentage,
        conditions,
        environments: environments ?? null,
      })),
      allocation: plan.allocation ?? 100,
      layerID: plan.layerID ?? "",
      ...(plan.assignmentSourceName && { assignmentSourceName: plan.assignmentSourceName }),
      control: controlName(plan),
      groups: plan.groups.map(({ name, size, parameterValues }) => ({
        name,
        size,
        parameterValues: parameterValues ?? {},
      })),
      primaryMetrics: plan.primaryMetrics ?? [],
      secondaryMetrics: plan.secondaryMetrics ?? [],
      duration: plan.duration ?? null,
      confidenceLevel: plan.defaultConfidenceInterval ?? "95",
      bonferroniCorrection: plan.bonferroniCorrection ?? false,
      cuped: plan.cuped ?? false,
      sequentialTesting: plan.sequentialTesting ?? false,
      winsorization: plan.winsorization === undefined ? 99.9 : plan.winsorization,
      dimensions: plan.dimensions ?? [],
    },
    null,
    2,
  );
