// Models the decision of an experiment as an ordered list of steps: the first step that holds for a user decides.
// Client libraries get the same list.
import type { Condition } from "#contract/condition.ts";
import type { Experiment, Group } from "#contract/experiment.ts";
import { holdbackOf } from "#contract/experiment-holdback.ts";
import type { JsonObject } from "#contract/json5.ts";
import type { Rule } from "#contract/rule.ts";
import { readInlineTargeting } from "#targeting/dependencies/references.ts";
import { isUserID } from "#targeting/evaluate/places.ts";
import { saltOf } from "#targeting/evaluate/rules.ts";

/** The fields of an experiment that decide which group and values a user gets. */
export interface ExperimentFacts extends Pick<
  Experiment,
  | "id"
  | "idType"
  | "status"
  | "groups"
  | "allocation"
  | "targetingGateID"
  | "inlineTargetingRulesJSON"
  | "launchedGroupID"
  | "controlGroupID"
  | "startTime"
  | "dimensions"
  | "removeTargeting"
  | "holdback"
  | "holdbackStartTime"
  | "overrides"
  | "userIDOverrides"
  | "isAnalysisOnly"
  | "layerID"
  | "layerBuckets"
  | "decisionTime"
> {
  readonly salt?: unknown;
  /** Ids of the holdouts that are checked first. */
  readonly heldOutBy?: readonly string[];
  /** Units that were in a group when assignment stopped; no other unit gets one. Absent if unknown or if assignment has not stopped. */
  readonly assigned?: readonly string[] | undefined;
  /** The layer that the experiment takes part in; `salt` is the salt of the layer's buckets. */
  readonly layer?: { readonly id: string; readonly salt: string; readonly defaults: JsonObject };
}

/** The condition of a step. Buckets are numbered from 0 to 999, by the hash of the step's salt and the unit. */
export type StepCondition =
  | { readonly for: "everyone" }
  | {
      readonly for: "buckets within" | "buckets outside";
      /** First and last bucket of each range, both included. */
      readonly ranges: readonly (readonly [number, number])[];
      readonly salt: string;
    }
  /** Holds for users who meet the rule. */
  | { readonly for: "who meets a rule"; readonly rule: Rule }
  | { readonly for: "requests before"; readonly time: number }
  | { readonly for: "buckets from" | "buckets below"; readonly bound: number; readonly salt: string }
  | { readonly for: "who fails the gate" | "who is held out"; readonly gate: string }
  | { readonly for: "who fails inline targeting" };

export interface Step {
  /** The rule id reported in exposures. Only the steps that assign a group have `isAssignment` set. */
  readonly id: string;
  readonly holds: StepCondition;
  /** The group whose values the user gets; if absent, the user gets no group. */
  readonly group?: Group | undefined;
  readonly isAssignment?: true;
}

/** The name under which a holdout is looked up, where gates are looked up by id. */
export const holdoutName = (id: string) => `holdout:${id}`;

const bucketsOfThousand = (percent: number) => Math.round(percent * 10);

const dividing: ReadonlySet<string> = new Set(["active", "assignment_stopped"]);

export const isDividing = (experiment: ExperimentFacts): boolean =>
  dividing.has(experiment.status) || holdbackOf(experiment) !== undefined;

/** Also true if the rules cannot be read, since it is then unknown whom they target. */
export const hasInlineTargeting = ({ inlineTargetingRulesJSON }: ExperimentFacts): boolean =>
  readInlineTargeting(inlineTargetingRulesJSON).rules?.length !== 0;

/** True if only some users may take part. */
export const hasTargeting = (experiment: ExperimentFacts): boolean =>
  Boolean(experiment.targetingGateID) || hasInlineTargeting(experiment);

/** Whether the experiment's shipped group is served to users. */
export const isShipped = ({ status, launchedGroupID, groups }: ExperimentFacts): boolean =>
  (status === "decision_made" || status === "archived") && groups.some(({ id }) => id === launchedGroupID);

/** Whether the experiment holds a share of its layer's buckets. */
export const isUnderWayInLayer = ({ status }: ExperimentFacts): boolean =>
  dividing.has(status) || status === "experiment_stopped";

const everyone: StepCondition = { for: "everyone" };

/** Returns the steps that exclude users who are not targeted. */
function targetingSteps(experiment: ExperimentFacts): Step[] {
  const { targetingGateID } = experiment;
  const steps: Step[] = [];
  if (targetingGateID)
    steps.push({ id: "targetingGate", holds: { for: "who fails the gate", gate: targetingGateID } });
  if (hasInlineTargeting(experiment))
    steps.push({ id: "inlineTargetingRules", holds: { for: "who fails inline targeting" } });
  return steps;
}

/** Choice: held-back users are users of the control group who stay in it, and everyone else is assigned to the shipped group. */
function holdbackSteps(
  experiment: ExperimentFacts,
  { percent, control, shipped }: NonNullable<ReturnType<typeof holdbackOf>>,
): Step[] {
  const { groups } = experiment;
  const before = groups.slice(0, groups.indexOf(control)).reduce((sum, { size }) => sum + size, 0);
  const salt = `${saltOf(experiment)}.groups`;
  const below = (end: number): StepCondition => ({
    for: "buckets below",
    bound: bucketsOfThousand(end),
    salt,
  });
  const assigned = (group: Group, holds: StepCondition): Step => ({
    id: group.id,
    holds,
    group,
    isAssignment: true,
  });
  return [
    ...(before > 0 ? [assigned(shipped, below(before))] : []),
    assigned(control, below(before + percent)),
    assigned(shipped, everyone),
  ];
}

/** Choice: everyone gets the control group of a stopped experiment, and the shipped group of a decided one, even after it is archived. */
function stepsAfterwards(experiment: ExperimentFacts): Step[] {
  const { status, groups, launchedGroupID, controlGroupID, removeTargeting } = experiment;
  const groupOf = (id: string | null | undefined) => groups.find((group) => group.id === id);
  const shipped = groupOf(launchedGroupID);
  const heldBack = holdbackOf(experiment);
  if (shipped && (status === "decision_made" || status === "archived"))
    return [
      // Choice: the shipped group goes only to targeted users if the decision kept the targeting.
      ...(removeTargeting === false ? targetingSteps(experiment) : []),
      ...(heldBack
        ? holdbackSteps(experiment, heldBack)
        : [{ id: "launchedGroup", holds: everyone, group: shipped }]),
    ];
  const control = groupOf(controlGroupID) ?? groups[0];
  return [{ id: "abandoned", holds: everyone, group: status === "experiment_stopped" ? control : undefined }];
}

const ruleOf = (id: string, condition: Condition, environments: string[] | null = null): Rule => ({
  id,
  baseID: id,
  name: id,
  passPercentage: 100,
  conditions: [condition],
  environments,
});

const unitCondition = (unit: string, operator: string, ids: readonly string[]): Condition => ({
  ...(isUserID(unit) ? { type: "user_id" } : { type: "unit_id", customID: unit }),
  operator,
  targetValue: [...ids],
});

/** Choice: an experiment whose assignment has stopped gives its groups only to the units exposed until then, whose ids are in its rules. */
function stoppedSteps({ status, idType, assigned }: ExperimentFacts): Step[] {
  if (status !== "assignment_stopped" || !assigned) return [];
  const id = "assignmentStopped";
  const rule = ruleOf(id, unitCondition(idType || "userID", "none_case_sensitive", assigned));
  return [{ id, holds: assigned.length > 0 ? { for: "who meets a rule", rule } : everyone }];
}

/** Returns the override steps; overrides of groups that no longer exist are dropped. */
export function overrideSteps({ idType, groups, overrides, userIDOverrides }: ExperimentFacts): Step[] {
  const step = (
    { groupID, environment }: { groupID: string; environment?: string | null | undefined },
    id: string,
    condition: Condition,
  ): Step[] => {
    const group = groups.find((one) => one.id === groupID);
    const environments = environment ? [environment] : null;
    const rule = ruleOf(id, condition, environments);
    return group ? [{ id, holds: { for: "who meets a rule", rule }, group }] : [];
  };
  return [
    ...(userIDOverrides ?? []).flatMap((override) => {
      const unit = override.unitType || idType || "userID";
      const condition = unitCondition(unit, "any_case_sensitive", override.ids);
      return override.ids.length > 0
        ? step(override, `${override.groupID}:${unit}:id_override`, condition)
        : [];
    }),
    ...(overrides ?? []).flatMap((override) =>
      override.type === "gate"
        ? step(override, `${override.groupID}:${override.id}:gate_override`, {
            type: "passes_gate",
            operator: null,
            targetValue: [override.id],
          })
        : [],
    ),
  ];
}

/** Returns all steps in the order that client libraries expect; the ids of the steps are part of the protocol. */
export const stepsOf = (experiment: ExperimentFacts): Step[] => [
  ...overrideSteps(experiment),
  ...(experiment.heldOutBy ?? []).map((id): Step => ({
    id: holdoutName(id),
    holds: { for: "who is held out", gate: holdoutName(id) },
  })),
  ...stepsOfState(experiment),
];

function stepsOfState(experiment: ExperimentFacts): Step[] {
  const { status, groups, allocation, startTime, layer, layerBuckets } = experiment;
  if (status === "setup") return [{ id: "prestart", holds: everyone }];
  if (!dividing.has(status)) return stepsAfterwards(experiment);
  const salt = saltOf(experiment);
  const steps: Step[] = [];
  if (typeof startTime === "number")
    steps.push({ id: "prestart", holds: { for: "requests before", time: startTime } });
  if (layer) {
    const holds: StepCondition = { for: "buckets outside", ranges: layerBuckets ?? [], salt: layer.salt };
    steps.push({ id: "layerAssignment", holds });
  } else if (typeof allocation === "number" && allocation < 100) {
    const bound = bucketsOfThousand(allocation);
    steps.push({ id: "layerAssignment", holds: { for: "buckets from", bound, salt: `${salt}.allocation` } });
  }
  steps.push(...targetingSteps(experiment), ...stoppedSteps(experiment));
  let size = 0;
  for (const group of groups) {
    size += group.size;
    const holds: StepCondition = {
      for: "buckets below",
      bound: bucketsOfThousand(size),
      salt: `${salt}.groups`,
    };
    steps.push({ id: group.id, holds, group, isAssignment: true });
  }
  return steps;
}
