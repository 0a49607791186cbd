// Rules as libraries are told them: what a library cannot know is decided before, so that every user gets an answer.
import { targetValues, type Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import { segmentName } from "#targeting/evaluate/references.ts";
import { isServed } from "#targeting/rules-document/spec-conditions.ts";

/** The condition as it holds for clients: gates and segments that they do not know pass nobody. A segment is asked like a gate. Undefined where it always holds. */
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

/** A rule whose evaluation is that of clients. The id stays, and with it the users that a percentage takes. */
export function servedRule(rule: Rule, isKnown: (gate: string) => boolean): Rule {
  const isWhole = rule.conditions.every(isServed);
  const conditions = rule.conditions.filter(isServed).flatMap((condition) => known(condition, isKnown) ?? []);
  return { ...rule, conditions, passPercentage: isWhole ? rule.passPercentage : 0 };
}
