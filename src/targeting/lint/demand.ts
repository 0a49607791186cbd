// Demands: the conditions of a rule in a form that can be compared without evaluating them for a user.
import {
  conditionRules,
  targetKind,
  targetValues,
  type Condition,
  type ConditionRule,
} from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import type { GateFacts } from "#targeting/evaluate/evaluate.ts";
import { statusDecision } from "#targeting/evaluate/status-decision.ts";
import { operators } from "#targeting/evaluate/operators.ts";
import type { GatesByID } from "#targeting/evaluate/references.ts";

/** The fields of a rule that lint reads; drafts of rules have them, too. */
export type LintedRule = Pick<Rule, "name" | "passPercentage" | "conditions" | "environments">;

export interface LintContext {
  /** The gate that owns the rules; absent for rules of a config. */
  readonly gateID?: string | undefined;
  /** All gates; absent while they are not loaded, so that no gate is reported as missing. */
  readonly gates?: GatesByID<GateFacts> | undefined;
}

export interface Demand {
  /** Identifies the user's value: demands with the same key test the same value. */
  readonly key: string;
  readonly operator: string;
  readonly targets: readonly string[];
  /** The name of the value in messages. */
  readonly subject: string;
  /** Absent if the demand stems from the rule's list of environments. */
  readonly conditionIndex?: number;
}

const memberships: Readonly<Record<string, { key: string; operator: string }>> = {
  passes_gate: { key: "gate", operator: "passes" },
  fails_gate: { key: "gate", operator: "fails" },
  passes_segment: { key: "segment", operator: "passes" },
  fails_segment: { key: "segment", operator: "fails" },
};

const knownTypes: ReadonlyMap<string, ConditionRule> = new Map(Object.entries(conditionRules));

/** Returns the name, for messages, of the value that a condition tests. */
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
  // The semantics of operators on types that are only stored are unknown, so their operators must not be mistaken for known ones.
  const isUnchecked = (knownTypes.get(type)?.target ?? "unchecked") === "unchecked";
  const operator = `${isUnchecked ? "unchecked " : ""}${condition.operator?.toLowerCase() ?? ""}`;
  // An operator that takes one target uses only the first one.
  const read = targetKind("custom_field", operator) === "one" ? targets.slice(0, 1) : targets;
  return { key, operator, targets: read, subject: subjectOf(condition), conditionIndex };
}

/** Returns the demands of a rule; the condition "everyone" demands nothing. */
export function demandsOf(rule: LintedRule): Demand[] {
  const demands = rule.conditions.flatMap((condition, index) =>
    condition.type === "public" ? [] : [demandOf(condition, index)],
  );
  const { environments } = rule;
  if (!environments) return demands;
  const key = JSON.stringify(["environment_tier", "", ""]);
  return [...demands, { key, operator: "any", targets: environments, subject: "Environment" }];
}

/** True if the demand tests membership in gates or segments. */
export const isMembership = ({ key }: Demand): boolean => key === "gate" || key === "segment";

/** True if the demand can only be compared with an equal one. */
export const isOpaque = (demand: Demand): boolean => !isMembership(demand) && !operators.has(demand.operator);

/** Returns the result that a gate's status gives all users; undefined if its rules decide or the gate is the owner of the rules. */
export function answerOfGate(id: string, { gateID, gates }: LintContext): "passes" | "fails" | undefined {
  const gate = id === gateID ? undefined : gates?.get(id);
  const decision = gate && statusDecision(gate);
  return decision && (decision.outcome === "pass" ? "passes" : "fails");
}

const emptyNegatives = new Set(["none", "none_case_sensitive", "str_contains_none"]);

/** True if no user can fail the demand. */
export function isAlwaysMet(demand: Demand, context: LintContext): boolean {
  if (demand.key === "gate")
    return demand.targets.some((id) => answerOfGate(id, context) === demand.operator);
  return demand.targets.length === 0 && emptyNegatives.has(demand.operator);
}
