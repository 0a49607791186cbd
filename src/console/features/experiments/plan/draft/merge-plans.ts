// Three-way merge of my draft with a colleague's save, by field, group and cell; only conflicting changes need an answer. Pure.
import { descriptionStep, nameStep, rulesStep, tagsStep } from "#console/editing/diff-merge/draft-fields.ts";
import { fieldStep, chainSteps, mergeOf, type Step } from "#console/editing/diff-merge/merge-fields.ts";
import { listStep } from "#console/editing/diff-merge/merge-lists.ts";
import type { RuleDraft } from "#console/rules/fields/rule-draft.ts";
import type { GroupDraft, MetricDraft, ParameterDraft, PlanDraft } from "./plan-draft.ts";
import { hypothesisText } from "./sent-plan.ts";

const asIs = (text: string) => text;
const onOff = (value: boolean) => (value ? "on" : "off");

type Cells = GroupDraft["cells"];

/** Merges the cells of a group one by one. */
const cellsStep: Step<GroupDraft> = ([base, mine, theirs]) => {
  const keys = new Set([base, mine, theirs].flatMap(({ cells }) => Object.keys(cells)));
  const steps = [...keys].map((key) => fieldStep<Cells, string>(key, key, (cell) => cell ?? ""));
  const { value, taken, conflicts } = chainSteps(...steps)([base.cells, mine.cells, theirs.cells]);
  return {
    value: {
      ...mine,
      cells: Object.fromEntries(Object.entries(value).filter(([, cell]) => cell !== undefined)),
    },
    taken,
    conflicts: conflicts.map((conflict) => ({
      ...conflict,
      takeTheirs: (group) => ({ ...group, cells: conflict.takeTheirs(group.cells) }),
    })),
  };
};

const groupOf = ({ id, name, size, description, cells }: GroupDraft) => ({
  id,
  name,
  size,
  description,
  cells,
});

/** `base` is what I started from, `theirs` what is stored now. */
export const mergePlans = mergeOf<PlanDraft>(
  nameStep(),
  fieldStep<PlanDraft, "hypothesis">("Hypothesis", "hypothesis", hypothesisText, {
    same: (left, right) => hypothesisText(left) === hypothesisText(right),
  }),
  descriptionStep(),
  tagsStep(),
  fieldStep("Unit", "idType", asIs),
  fieldStep("Targeting gate", "targetingGateID", asIs),
  fieldStep<PlanDraft, "inlineText">("Inline targeting", "inlineText", (text) => text ?? ""),
  rulesStep<RuleDraft, PlanDraft>(),
  fieldStep("Allocation", "allocation", (percent) => `${percent} %`),
  fieldStep("Layer", "layerID", asIs),
  fieldStep("Exposures", "assignmentSourceName", asIs),
  listStep<"parameters", ParameterDraft, PlanDraft>("parameters", {
    noun: "Parameter",
    isSame: (left, right) => left.name === right.name && left.type === right.type,
    mergeItem: chainSteps<ParameterDraft>(nameStep(), fieldStep("Type", "type", asIs)),
  }),
  listStep<"groups", GroupDraft, PlanDraft>("groups", {
    noun: "Group",
    isSame: (left, right) => JSON.stringify(groupOf(left)) === JSON.stringify(groupOf(right)),
    mergeItem: chainSteps<GroupDraft>(
      nameStep(),
      fieldStep("Size", "size", (percent) => `${percent} %`),
      descriptionStep(),
      cellsStep,
    ),
  }),
  fieldStep("Control", "control", asIs),
  listStep<"metrics", MetricDraft, PlanDraft>("metrics", {
    noun: "Metric",
    isSame: (left, right) => left.role === right.role,
    mergeItem: fieldStep<MetricDraft, "role">("Role", "role", asIs),
  }),
  fieldStep("Duration", "duration", (days) => (days ? `${days} days` : "")),
  fieldStep("Confidence level", "level", (level) => `${level} %`),
  fieldStep("Bonferroni correction", "bonferroni", onOff),
  fieldStep("CUPED", "cuped", onOff),
  fieldStep("Sequential testing", "sequential", onOff),
  fieldStep("Outlier cap", "winsorization", asIs),
  fieldStep<PlanDraft, "dimensions">("Dimensions", "dimensions", (all) =>
    all.map(({ key }) => key).join(", "),
  ),
);
