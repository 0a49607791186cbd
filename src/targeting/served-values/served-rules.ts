// Rules as libraries are told them: what a library cannot know is decided before, so that every user gets an answer.
import { targetValues, type Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import { isServed } from "#targeting/rules-document/spec-conditions.ts";

const never: Condition = { type: "passes_gate", operator: null, targetValue: [] };

/** The condition as it holds for clients: gates that they do not know pass nobody, and so do all segments. Undefined where it always holds. */
function known(condition: Condition, isKnown: (gate: string) => boolean): Condition | undefined {
  const targets = targetValues(condition);
  const gates = targets.filter(isKnown);
  switch (condition.type) {
    case "passes_segment":
      return never;
    case "fails_segment":
      return targets.length > 0 ? undefined : never;
    case "passes_gate":
      return { ...condition, targetValue: gates };
    case "fails_gate":
      return gates.length < targets.length ? undefined : condition;
    default:
      return condition;
  }
}

/** A rule whose evaluation is that of clients. The id stays, and with it the users that a percentage takes. */
export function servedRule(rule: Rule, isKnown: (gate: string) => boolean): Rule {
  const isWhole = rule.conditions.every(isServed);
  const conditions = rule.conditions.filter(isServed).flatMap((condition) => known(condition, isKnown) ?? []);
  return { ...rule, conditions, passPercentage: isWhole ? rule.passPercentage : 0 };
}
