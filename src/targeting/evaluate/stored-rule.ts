// The stored form of a rule: the served rule plus its percentage counts. Shared by gates and dynamic configs.
import { z } from "zod/mini";
import type { Condition } from "#contract/condition.ts";
import { baseIDOf, Rule } from "#contract/rule.ts";

export const StoredRule = z.extend(Rule, { percentCounts: z.optional(z.record(z.string(), z.number())) });
export type StoredRule = z.infer<typeof StoredRule>;

/** API 2.7: a single target value is served as a plain value, several as a list. */
function answeredCondition(condition: Condition): Condition {
  const { targetValue } = condition;
  const [only, ...more] = Array.isArray(targetValue) ? targetValue : [];
  return only === undefined || more.length ? condition : { ...condition, targetValue: only };
}

/** Converts a stored rule to its served form. */
export function answeredRule({ percentCounts: _counts, ...rule }: StoredRule): Rule {
  return {
    completedAutomatedRollouts: [],
    pendingAutomatedRollouts: [],
    environments: null,
    ...rule,
    baseID: baseIDOf(rule),
    conditions: rule.conditions.map(answeredCondition),
  };
}
