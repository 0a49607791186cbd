// The gates that a list of rules refers to.
import { type Condition, targetValues } from "#contract/condition.ts";

const gateConditions = new Set(["passes_gate", "fails_gate"]);

/** The part of a rule that may refer to gates. */
export interface ReferringRule {
  readonly conditions: readonly Pick<Condition, "type" | "targetValue">[];
}

export const refersToGates = (condition: Pick<Condition, "type">): boolean =>
  gateConditions.has(condition.type);

/** Ids of the gates that the rules refer to, each once, in the order of first mention. */
export const gateIDsIn = (rules: readonly ReferringRule[]): string[] => [
  ...new Set(
    rules
      .flatMap((rule) => rule.conditions)
      .filter(refersToGates)
      .flatMap(targetValues),
  ),
];

/** Gates by id, as far as they are known. */
export interface GatesByID<G> {
  readonly get: (id: string) => G | undefined;
}

/** The shortest path of references from one gate to another, both included; undefined where there is none. */
export function pathBetween(
  gates: GatesByID<{ readonly rules: readonly ReferringRule[] }>,
  from: string,
  to: string,
): string[] | undefined {
  const before = new Map<string, string | undefined>([[from, undefined]]);
  for (const id of before.keys()) {
    if (id === to) {
      const path = [id];
      for (let step = before.get(id); step !== undefined; step = before.get(step)) path.unshift(step);
      return path;
    }
    for (const next of gateIDsIn(gates.get(id)?.rules ?? [])) if (!before.has(next)) before.set(next, id);
  }
  return undefined;
}
