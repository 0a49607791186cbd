// Collects values to try for the generated example users of one gate, by the place of the user that they belong to.
import type { Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import type { Gates } from "#targeting/evaluate/evaluate.ts";
import { referencesOfRules } from "#targeting/evaluate/references.ts";
import type { RuleOwner } from "#targeting/evaluate/rules.ts";
import type { ValuesAt } from "./search.ts";
import { placeOf, type Place } from "#targeting/evaluate/places.ts";
import { valuesFor } from "./values-to-try.ts";

const mostIDs = 30_000;
const mostGates = 100;

/** Returns the conditions of a rule, including its list of environments as a condition. */
const conditionsOf = ({ conditions, environments }: Rule): Condition[] => [
  ...conditions,
  ...(environments ? [{ type: "environment_tier", operator: "any", targetValue: environments }] : []),
];

/** Returns the conditions of the rules and of all gates that they refer to, directly or indirectly. */
function conditionsAround({ rules }: RuleOwner, gates: Gates): Condition[] {
  const ids = new Set(referencesOfRules(rules));
  const all = rules.flatMap(conditionsOf);
  for (const id of ids) {
    const rules = gates.get(id)?.rules ?? [];
    if (ids.size < mostGates) for (const next of referencesOfRules(rules)) ids.add(next);
    all.push(...rules.flatMap(conditionsOf));
  }
  return all;
}

/** Returns candidate values for every place that the conditions read, and ids for every kind of unit. */
export function valuesAtPlaces(owner: RuleOwner, gates: Gates): ValuesAt {
  const conditions = conditionsAround(owner, gates);
  const known = new Map<string, unknown[]>();
  return function* ({ key }: Place) {
    const found = known.get(key) ?? valuesFor(conditions.filter((one) => placeOf(one)?.key === key));
    known.set(key, found);
    yield* found;
    const kind = key === "userID" ? "user" : /^customIDs\.(.*)$/.exec(key)?.[1];
    if (kind !== undefined) for (let count = 1; count <= mostIDs; count += 1) yield `${kind}-${count}`;
  };
}
