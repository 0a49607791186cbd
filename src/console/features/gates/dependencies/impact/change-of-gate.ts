// The effect of a change of a gate on who passes it, as far as it is known without evaluating any user.
import { targetValues, type Condition } from "#contract/condition.ts";
import type { Gate } from "#contract/gate.ts";
import { sameJson } from "#contract/json5.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import { statusDecision } from "#targeting/evaluate/evaluate.ts";

export type GateFacts = Pick<Gate, "id" | "rules" | "status" | "isEnabled">;

/** "gain": somebody may pass who did not; "lose": somebody may no longer pass. */
export type Effect = "gain" | "lose";

export interface PercentMove {
  /** From 1. */
  readonly ruleNumber: number;
  readonly was: number;
  readonly now: number;
}

export interface GateChange {
  /** Empty where the change makes no difference to anybody. */
  readonly effects: ReadonlySet<Effect>;
  /** Where nothing but the percentage of one rule changes. */
  readonly percent?: PercentMove;
}

const nothing: GateChange = { effects: new Set() };
const gain: GateChange = { effects: new Set(["gain"]) };
const lose: GateChange = { effects: new Set(["lose"]) };
const both: GateChange = { effects: new Set(["gain", "lose"]) };

/** The fields of a condition that decide; an empty text counts as none. */
const decisiveCondition = (condition: Condition) => ({
  type: condition.type,
  operator: condition.operator || null,
  field: condition.field || null,
  customID: condition.customID || null,
  values: targetValues(condition),
});

/** The fields of a rule that decide, without its percentage. */
const decisive = (rule: Rule) => ({
  id: baseIDOf(rule),
  conditions: rule.conditions.map(decisiveCondition),
  environments: rule.environments ?? null,
});

const isSameBut = (before: Rule, after: Rule) => sameJson(decisive(before), decisive(after));

function changeOfRules(before: readonly Rule[], after: readonly Rule[]): GateChange {
  const isInPlace =
    before.length === after.length &&
    after.every((rule, index) => {
      const old = before[index];
      return old !== undefined && isSameBut(old, rule);
    });
  if (!isInPlace) return both;
  const moves = after.flatMap((rule, index): PercentMove[] => {
    const was = before[index]?.passPercentage ?? 0;
    const now = rule.passPercentage;
    return was === now ? [] : [{ ruleNumber: index + 1, was, now }];
  });
  const [percent, ...more] = moves;
  if (!percent) return nothing;
  const effects = new Set(moves.map(({ was, now }): Effect => (now > was ? "gain" : "lose")));
  return more.length === 0 ? { effects, percent } : { effects };
}

/** Compares what is stored with what would be. */
export function changeOfGate(stored: GateFacts, draft: GateFacts): GateChange {
  const [before, after] = [statusDecision(stored)?.outcome, statusDecision(draft)?.outcome];
  if (before === undefined && after === undefined) return changeOfRules(stored.rules, draft.rules);
  if (before === after) return nothing;
  const isGain = after === undefined ? before !== "pass" : after === "pass";
  return isGain ? gain : lose;
}
