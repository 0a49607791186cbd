// What a rule demands of a user, in a shape in which demands can be compared with each other without any user.
import {
  conditionRules,
  targetKind,
  targetValues,
  type Condition,
  type ConditionRule,
} from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import type { GateFacts } from "#targeting/evaluate/evaluate.ts";
import { operators } from "#targeting/evaluate/operators.ts";
import type { GatesByID } from "#targeting/evaluate/references.ts";

/** What lint reads of a rule; drafts have it too. */
export type LintedRule = Pick<Rule, "name" | "passPercentage" | "conditions" | "environments">;

export interface LintContext {
  /** The gate that owns the rules; absent for rules of a config. */
  readonly gateID?: string | undefined;
  /** All gates; absent while they are not known, so that none is called missing. */
  readonly gates?: GatesByID<GateFacts> | undefined;
}

export interface Demand {
  /** Says what is looked at: demands of the same key look at the same value of a user. */
  readonly key: string;
  readonly operator: string;
  readonly targets: readonly string[];
  /** What is looked at, in words. */
  readonly subject: string;
  /** Absent for the rule's list of environments. */
  readonly conditionIndex?: number;
}

const memberships: Readonly<Record<string, { key: string; operator: string }>> = {
  passes_gate: { key: "gate", operator: "passes" },
  fails_gate: { key: "gate", operator: "fails" },
  passes_segment: { key: "segment", operator: "passes" },
  fails_segment: { key: "segment", operator: "fails" },
};

const knownTypes: ReadonlyMap<string, ConditionRule> = new Map(Object.entries(conditionRules));

/** What a condition looks at, in words. */
export function subjectOf({ type, field, customID }: Condition): string {
  const name = type === "custom_field" ? field : type === "unit_id" ? customID : undefined;
  return name ? `"${name}"` : (knownTypes.get(type)?.label ?? type);
}

function demandOf(condition: Condition, conditionIndex: number): Demand {
  const { type, field, customID } = condition;
  const targets = targetValues(condition);
  const membership = Object.hasOwn(memberships, type) ? memberships[type] : undefined;
  if (membership) return { ...membership, targets, subject: membership.key, conditionIndex };
  const key = JSON.stringify([type, field ?? "", customID ?? ""]);
  // What an operator means for a type that is only kept is not known here, so it gets no operator of ours.
  const isUnchecked = (knownTypes.get(type)?.target ?? "unchecked") === "unchecked";
  const operator = `${isUnchecked ? "kept " : ""}${condition.operator?.toLowerCase() ?? ""}`;
  // Of several targets, an operator that takes one looks at the first.
  const read = targetKind("custom_field", operator) === "one" ? targets.slice(0, 1) : targets;
  return { key, operator, targets: read, subject: subjectOf(condition), conditionIndex };
}

/** What a rule demands; everyone demands nothing. */
export function demandsOf(rule: LintedRule): Demand[] {
  const demands = rule.conditions.flatMap((condition, index) =>
    condition.type === "public" ? [] : [demandOf(condition, index)],
  );
  const { environments } = rule;
  if (!environments) return demands;
  const key = JSON.stringify(["environment_tier", "", ""]);
  return [...demands, { key, operator: "any", targets: environments, subject: "Environment" }];
}

/** Whether the demand asks for membership in gates or segments. */
export const isMembership = ({ key }: Demand): boolean => key === "gate" || key === "segment";

/** Whether nothing is known of the demand but that it is the same as another one. */
export const isOpaque = (demand: Demand): boolean => !isMembership(demand) && !operators.has(demand.operator);

/** How a gate answers everyone, whatever its rules say; undefined where the rules decide or it is the owner. */
export function answerOfGate(id: string, { gateID, gates }: LintContext): "passes" | "fails" | undefined {
  const gate = id === gateID ? undefined : gates?.get(id);
  if (!gate) return undefined;
  if (gate.status === "Archived" || gate.status === "Disabled" || !gate.isEnabled) return "fails";
  return gate.status === "Launched" ? "passes" : undefined;
}

const emptyNegatives = new Set(["none", "none_case_sensitive", "str_contains_none"]);

/** Whether no user can fail the demand. */
export function isAlwaysMet(demand: Demand, context: LintContext): boolean {
  if (demand.key === "gate")
    return demand.targets.some((id) => answerOfGate(id, context) === demand.operator);
  return demand.targets.length === 0 && emptyNegatives.has(demand.operator);
}
