// Converts a draft into the fields to send, the plan to check, and the experiment that it would become. Pure.
import type { z } from "zod/mini";
import { sameJson, type Json } from "#contract/json5.ts";
import type { ExperimentCreate, ExperimentPatch, GroupUpdate } from "#contract/experiment-update.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import { parsePercent } from "#console/foundation/forms/percent.ts";
import { memoized } from "#console/foundation/ui/memoized.ts";
import { isSameRules, ruleOfDraft, sentRule } from "#console/rules/fields/rule-draft.ts";
import type { DraftPlan } from "#console/features/experiments/plan/draft-plan.ts";
import { hypothesisSentence } from "#console/features/experiments/plan/hypothesis.ts";
import { readCell } from "./parameter-cells.ts";
import {
  isNewPlan,
  planDraftOf,
  type HypothesisDraft,
  type PlanDraft,
  type PlannedExperiment,
} from "./plan-draft.ts";

export const hypothesisText = (hypothesis: HypothesisDraft) =>
  hypothesis.isFree ? hypothesis.text.trim() : hypothesisSentence(hypothesis);

/** Parses a percentage; undefined if the text is not one. */
export const percentOf = (text: string) => {
  const typed = parsePercent(text);
  return typed.ok ? typed.value : undefined;
};
export const daysOf = (text: string) => {
  const days = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && Number.isFinite(days) ? days : undefined;
};

/** Returns the parameter values of a group by name; cells that cannot be parsed are left out. */
const valuesOf = ({ parameters }: PlanDraft, { cells }: PlanDraft["groups"][number]): Record<string, Json> =>
  Object.fromEntries(
    parameters.flatMap(({ key, name, type }): [string, Json][] => {
      const read = readCell(cells[key], type);
      return name && read && "value" in read ? [[name, read.value]] : [];
    }),
  );

const groupsOf = (draft: PlanDraft): GroupUpdate[] =>
  draft.groups.map((group) => ({
    ...(group.id === undefined ? {} : { id: group.id }),
    name: group.name.trim(),
    size: percentOf(group.size) ?? 0,
    parameterValues: valuesOf(draft, group),
    description: group.description,
  }));

const metricsOf = ({ metrics }: PlanDraft, role: "primary" | "secondary") =>
  metrics.flatMap((metric) => (metric.role === role ? [{ name: metric.name, type: metric.type }] : []));

const controlOf = ({ groups, control }: PlanDraft) => {
  const group = groups.find(({ key }) => key === control);
  return group?.id ?? group?.name.trim() ?? "";
};

const inlineRulesOf = ({ rules, inlineText }: PlanDraft): string =>
  inlineText ??
  JSON.stringify(
    rules.map(({ id, baseID, unknown, ...rule }) => ({
      ...unknown,
      ...(id === undefined ? {} : { id, baseID }),
      ...sentRule(rule),
      passPercentage: rule.passPercentage ?? 0,
    })),
  );

/** Returns every field of the form in the shape in which it is sent. */
const fieldsOf = memoized((draft: PlanDraft) => ({
  name: draft.name.trim(),
  description: draft.description,
  tags: draft.tags,
  hypothesis: hypothesisText(draft.hypothesis),
  idType: draft.idType,
  targetingGateID: draft.targetingGateID,
  inlineTargetingRulesJSON: inlineRulesOf(draft),
  allocation: percentOf(draft.allocation),
  layerID: draft.layerID,
  assignmentSourceName: draft.assignmentSourceName || null,
  groups: groupsOf(draft),
  controlGroupID: controlOf(draft),
  primaryMetrics: metricsOf(draft, "primary"),
  secondaryMetrics: metricsOf(draft, "secondary"),
  duration: draft.duration.trim() === "" ? null : daysOf(draft.duration),
  defaultConfidenceInterval: draft.level as NonNullable<ExperimentCreate["defaultConfidenceInterval"]>,
  bonferroniCorrection: draft.bonferroni,
  cuped: draft.cuped,
  sequentialTesting: draft.sequential,
  winsorization: draft.winsorization.trim() === "" ? null : daysOf(draft.winsorization),
  dimensions: draft.dimensions,
}));
type PlanFields = ReturnType<typeof fieldsOf>;
export type PlanField = keyof PlanFields;
const planFields = (fields: PlanFields) => Object.keys(fields) as PlanField[];

/** For fields whose text may be invalid: the parts of the draft to compare instead of the sent value. */
const typedParts: Partial<Record<PlanField, (draft: PlanDraft) => unknown>> = {
  allocation: ({ allocation }) => percentOf(allocation) ?? allocation,
  duration: ({ duration }) => daysOf(duration) ?? duration,
  winsorization: ({ winsorization }) => daysOf(winsorization) ?? winsorization,
  groups: ({ groups, parameters }) => ({
    parameters: parameters.map(({ key, name, type }) => ({ key, name, type })),
    groups: groups.map(({ id, name, size, description, cells }) => ({
      id,
      name,
      description,
      size: percentOf(size) ?? size,
      cells: parameters.map(({ key, type }) => {
        const read = readCell(cells[key], type);
        return read && "value" in read ? { value: read.value } : (cells[key] ?? null);
      }),
    })),
  }),
};

/** Returns the fields in which a draft differs from its base. */
export function changedPlanFields(base: PlannedExperiment, draft: PlanDraft): PlanField[] {
  const started = planDraftOf(base);
  if (started === draft) return [];
  const [before, now] = [fieldsOf(started), fieldsOf(draft)];
  return planFields(now).filter((field) => {
    if (field === "inlineTargetingRulesJSON")
      return started.inlineText !== draft.inlineText || !isSameRules(started.rules, draft.rules);
    const part = typedParts[field];
    return part ? !sameJson(part(started), part(draft)) : !sameJson(before[field], now[field]);
  });
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === "" ||
  value === "[]" ||
  (Array.isArray(value) && value.length === 0);

/** Returns the fields that a save sends: for a new experiment all non-empty ones, else the changed ones. */
export function sentPlanFields(base: PlannedExperiment, draft: PlanDraft): PlanField[] {
  if (!isNewPlan(base)) return changedPlanFields(base, draft);
  const fields = fieldsOf(draft);
  // null is a value here: it means no outlier cap.
  return planFields(fields).filter(
    (field) => !isEmpty(fields[field]) || (field === "winsorization" && fields[field] === null),
  );
}

export type PlanBody = Omit<z.input<typeof ExperimentPatch>, "id" | "status"> & { id?: string };

export function planBody(base: PlannedExperiment, draft: PlanDraft): PlanBody {
  const fields = fieldsOf(draft);
  const sent = sentPlanFields(base, draft).map((field) => [field, fields[field]]);
  const id = isNewPlan(base) ? draft.id.trim() : "";
  return { ...(id && { id }), ...Object.fromEntries(sent) };
}

/** Returns the current plan for the checks and the panels beside the form. */
export const draftPlanOf = memoized((draft: PlanDraft): DraftPlan => {
  const { duration, winsorization, allocation, ...fields } = fieldsOf(draft);
  return {
    ...fields,
    ...(allocation === undefined ? {} : { allocation }),
    ...(duration === undefined ? {} : { duration }),
    ...(winsorization === undefined ? {} : { winsorization }),
  };
});

/** A share that cannot be parsed falls back to the stored one, so that a half-typed change is not shown. */
const rulesOf = (base: PlannedExperiment, draft: PlanDraft): readonly Rule[] =>
  isSameRules(planDraftOf(base).rules, draft.rules)
    ? base.rules
    : draft.rules.map((rule) => {
        const stored =
          rule.passPercentage === undefined && base.rules.find((one) => baseIDOf(one) === rule.key);
        return stored ? { ...ruleOfDraft(rule), passPercentage: stored.passPercentage } : ruleOfDraft(rule);
      });

/** Returns the experiment that saving the draft would produce; fields that cannot be parsed keep their stored value. */
export function experimentOfDraft(base: PlannedExperiment, draft: PlanDraft): PlannedExperiment {
  const { groups, allocation, duration, winsorization, ...fields } = fieldsOf(draft);
  const changed = new Set(changedPlanFields(base, draft));
  if (changed.size === 0) return base;
  const values = {
    ...fields,
    groups: groups.map((group, index) => ({
      ...base.groups.find(({ id }) => id === group.id),
      ...group,
      id: group.id ?? draft.groups[index]?.key ?? group.name,
      description: group.description ?? "",
    })),
    allocation: allocation ?? base.allocation,
    duration: duration === undefined ? base.duration : duration,
    winsorization: winsorization === undefined ? base.winsorization : winsorization,
  };
  const kept = Object.fromEntries(
    Object.entries(values).filter(([field]) => changed.has(field as PlanField)),
  );
  return { ...base, ...kept, rules: rulesOf(base, draft) };
}
