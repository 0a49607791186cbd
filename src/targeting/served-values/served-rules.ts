// Converts rules to the form that libraries evaluate: parts that a library cannot evaluate are resolved beforehand, so
// that every user gets a result.
import { targetValues, type Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import { segmentName } from "#targeting/evaluate/references.ts";
import { isServed } from "#targeting/rules-document/spec-conditions.ts";

/**
 * Returns the condition as clients evaluate it: unknown gates and segments pass nobody, and segments are tested like
 * gates. Undefined if it always holds.
 */
function known(condition: Condition, isKnown: (gate: string) => boolean): Condition | undefined {
  const targets = targetValues(condition);
  const gates = targets.filter(isKnown);
  switch (condition.type) {
    case "passes_segment":
    case "fails_segment": {
      const type = condition.type === "passes_segment" ? "passes_gate" : "fails_gate";
      return known({ type, operator: null, targetValue: targets.map(segmentName) }, isKnown);
    }
    case "passes_gate":
      return { ...condition, targetValue: gates };
    case "fails_gate":
      return gates.length < targets.length ? undefined : condition;
    default:
      return condition;
  }
}

/** Returns a rule as clients evaluate it. It keeps its id, and with it the users that its percentage passes. */
export function servedRule(rule: Rule, isKnown: (gate: string) => boolean): Rule {
  const isWhole = rule.conditions.every(isServed);
  const conditions = rule.conditions.filter(isServed).flatMap((condition) => known(condition, isKnown) ?? []);
  return { ...rule, conditions, passPercentage: isWhole ? rule.passPercentage : 0 };
}
