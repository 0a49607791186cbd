// Validates a plan while it is edited; each problem has its field's path. Checks single fields, the whole
// plan, and what its state forbids. Pure.
import type { Problem } from "#contract/api-error.ts";
import { EntityName } from "#contract/entity-name.ts";
import { metricProblems, planProblems } from "#contract/experiment-plan.ts";
import { frozenProblems } from "#contract/experiment-states.ts";
import { experimentFields } from "#contract/experiment-update.ts";
import type { Metric } from "#contract/metric.ts";
import { problemsOf } from "#contract/problems.ts";
import { parsePercent } from "#console/foundation/forms/percent.ts";
import { percentProblem } from "#console/rules/fields/rule-draft.ts";
import { readCell } from "./parameter-cells.ts";
import { isNewPlan, type PlanDraft, type PlannedExperiment } from "./plan-draft.ts";
import { daysOf, draftPlanOf, experimentOfDraft, sentPlanFields } from "./sent-plan.ts";

const problem = (property: string, errorMessage: string): Problem[] => [{ property, errorMessage }];

const percentProblems = (property: string, text: string): Problem[] => {
  const typed = parsePercent(text);
  return typed.ok ? [] : problem(property, typed.message);
};

function numberProblems(
  property: string,
  text: string,
  { least, most = Infinity, what }: { least: number; most?: number; what: string },
): Problem[] {
  const value = daysOf(text);
  return text.trim() === "" || (value !== undefined && value >= least && value <= most)
    ? []
    : problem(property, `Enter ${what}`);
}

/**
 * Reports invalid values, and parameters without a value in any group; values missing in some groups are
 * reported by the plan-wide check.
 */
function cellProblems({ groups, parameters }: PlanDraft): Problem[] {
  return parameters.flatMap(({ key, name, type }, column): Problem[] => {
    const named = problem(
      `parameters.${column}`,
      name.trim() === "" ? "Give the parameter a name" : `Another parameter has the name '${name}'`,
    );
    if (name.trim() === "" || parameters.findIndex((one) => one.name === name) < column) return named;
    const read = groups.map(({ cells }) => readCell(cells[key], type));
    const isNowhere = read.every((one) => one === undefined);
    return read.flatMap((one, index) => {
      const property = `groups.${index}.parameterValues.${name}`;
      if (one && "errorMessage" in one) return problem(property, one.errorMessage);
      return isNowhere ? problem(property, "Required: no group has it yet") : [];
    });
  });
}

const groupProblems = ({ groups }: PlanDraft): Problem[] =>
  groups.flatMap(({ name, size }, index) => [
    ...(name.trim() === "" ? problem(`groups.${index}.name`, "Give the group a name") : []),
    ...(groups.findIndex((one) => one.name.trim() === name.trim()) < index && name.trim() !== ""
      ? problem(`groups.${index}.name`, "Another group has this name")
      : []),
    ...percentProblems(`groups.${index}.size`, size),
  ]);

function nameProblems(base: PlannedExperiment, draft: PlanDraft): Problem[] {
  const check = (property: "name" | "id", text: string) => {
    const parsed = EntityName.safeParse(text.trim());
    return parsed.success ? [] : problemsOf(parsed.error, text.trim()).map((one) => ({ ...one, property }));
  };
  if (draft.name.trim() === "") return problem("name", "Give the experiment a name");
  return [
    ...(draft.name === base.name ? [] : check("name", draft.name)),
    ...(isNewPlan(base) && draft.id.trim() ? check("id", draft.id) : []),
  ];
}

function lengthProblems({ description, hypothesis }: ReturnType<typeof draftPlanOf>): Problem[] {
  const fields = { description, hypothesis };
  return (["description", "hypothesis"] as const).flatMap((property) => {
    const parsed = experimentFields[property].safeParse(fields[property]);
    return parsed.success
      ? []
      : problemsOf(parsed.error, fields[property]).map((one) => ({ ...one, property }));
  });
}

/** Problems that concern a single field. */
const typedProblems = (base: PlannedExperiment, draft: PlanDraft): Problem[] => [
  ...nameProblems(base, draft),
  ...lengthProblems(draftPlanOf(draft)),
  ...draft.rules.flatMap((rule, index) =>
    percentProblem(rule, `inlineTargetingRulesJSON.${index}.passPercentage`),
  ),
  ...percentProblems("allocation", draft.allocation),
  ...groupProblems(draft),
  ...cellProblems(draft),
  ...numberProblems("duration", draft.duration, { least: 1, what: "the number of days, at least 1" }),
  ...numberProblems("winsorization", draft.winsorization, {
    least: 50,
    most: 100,
    what: "a percentile from 50 to 100, or nothing",
  }),
];

/** Fields in the order of the form, to sort problems by. */
const order: readonly string[] = [
  "name",
  "id",
  "hypothesis",
  "description",
  "tags",
  "idType",
  "targetingGateID",
  "inlineTargetingRulesJSON",
  "allocation",
  "layerID",
  "assignmentSourceName",
  "parameters",
  "groups",
  "controlGroupID",
  "primaryMetrics",
  "secondaryMetrics",
  "duration",
];
const fieldOf = ({ property }: Problem) => property.split(".")[0] ?? "";
const placeOf = (one: Problem) => {
  const place = order.indexOf(fieldOf(one));
  return place < 0 ? order.length : place;
};

/** Duplicate group names are reported at the later group's field, so the plan-wide message is dropped. */
const isToldAtField = ({ property, errorMessage }: Problem) =>
  property === "groups" && errorMessage.startsWith("Duplicate group name");

export interface DraftProblems {
  readonly all: readonly Problem[];
  /** Problems of fields that a save would send; the server would reject it. */
  readonly ofSave: readonly Problem[];
}

/** `metrics` is undefined until they are loaded. */
export function draftProblems(
  base: PlannedExperiment,
  draft: PlanDraft,
  metrics: readonly Metric[] | undefined,
): DraftProblems {
  const plan = draftPlanOf(draft);
  const typed = typedProblems(base, draft);
  const isTyped = new Set(typed.map(({ property }) => property));
  const hasSizes = !typed.some(({ property }) => /^groups\.\d+\.size$/.test(property));
  const whole = [...planProblems(plan), ...(metrics ? metricProblems(plan, metrics) : [])].filter(
    (one) => !isTyped.has(one.property) && !isToldAtField(one) && (hasSizes || one.property !== "groups"),
  );
  const frozen = isTyped.has("allocation") ? [] : frozenProblems(base, experimentOfDraft(base, draft));
  const all = [...typed, ...whole, ...frozen].toSorted((left, right) => placeOf(left) - placeOf(right));
  const sent = new Set<string>([...sentPlanFields(base, draft), "id", "name", "parameters"]);
  return { all, ofSave: all.filter((one) => sent.has(fieldOf(one))) };
}
