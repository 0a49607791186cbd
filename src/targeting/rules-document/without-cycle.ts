// Cuts a gate out of its cycle of references, which libraries would otherwise follow endlessly.
import { targetValues } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import type { GateFacts, Gates } from "#targeting/evaluate/evaluate.ts";
import { pathBetween, refersToGates } from "#targeting/evaluate/references.ts";

/** Returns the rule without the circular references, followed by one that excludes everyone who meets its remaining conditions. */
function cut(rule: Rule, leadsBack: (id: string) => boolean): Rule[] {
  const isCircular = rule.conditions.map(
    (condition) => refersToGates(condition) && targetValues(condition).some(leadsBack),
  );
  if (!isCircular.includes(true)) return [rule];
  const judged = rule.conditions.map((condition, index) =>
    isCircular[index]
      ? { ...condition, targetValue: targetValues(condition).filter((id) => !leadsBack(id)) }
      : condition,
  );
  const others = rule.conditions.filter((_, index) => !isCircular[index]);
  return [
    { ...rule, conditions: judged },
    { ...rule, passPercentage: 0, conditions: others },
  ];
}

/**
 * Returns the gate without the references that lead back to it.
 * Choice: in libraries, nobody meets a condition on a gate that refers back to its owner; its rule fails all who meet the other conditions.
 */
export function withoutCycle(gate: GateFacts, gates: Gates): GateFacts {
  const known = new Map<string, boolean>();
  const leadsBack = (id: string) => {
    const found = known.get(id) ?? pathBetween(gates, id, gate.id) !== undefined;
    known.set(id, found);
    return found;
  };
  return { ...gate, rules: gate.rules.flatMap((rule) => cut(rule, leadsBack)) };
}
