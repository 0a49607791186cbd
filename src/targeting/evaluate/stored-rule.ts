// A rule as it is stored: as answered, with its counts. Gates and dynamic configs store and answer rules alike.
import { z } from "zod/mini";
import type { Condition } from "#contract/condition.ts";
import { baseIDOf, Rule } from "#contract/rule.ts";

export const StoredRule = z.extend(Rule, { percentCounts: z.optional(z.record(z.string(), z.number())) });
export type StoredRule = z.infer<typeof StoredRule>;

/** API 2.7: one value where there is one, a list where there are several. */
function answeredCondition(condition: Condition): Condition {
  const { targetValue } = condition;
  const [only, ...more] = Array.isArray(targetValue) ? targetValue : [];
  return only === undefined || more.length ? condition : { ...condition, targetValue: only };
}

/** A stored rule as it is answered. */
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
