// The gates that were asked on the way to a decision, which libraries report beside it.
import { targetValues } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import type { User } from "#targeting/evaluate/places.ts";
import { refersToGates } from "#targeting/evaluate/references.ts";
import { isServed } from "#targeting/rules-document/spec-conditions.ts";

/** A gate that was asked, and its answer; the same object for the same answer. */
export interface Exposure {
  readonly gate: string;
  readonly passes: boolean;
  readonly ruleID: string;
}

/** The exposure of a gate, after those of the gates that it asked itself. */
export type ExposuresOf = (gate: string, user: User) => readonly Exposure[];

interface AskedGate {
  readonly gate: string;
  readonly isToPass: boolean;
}

/** Libraries know one copy of a rule for each choice of one gate from every condition on gates. */
const copiesOf = (rule: Rule): AskedGate[][] =>
  rule.conditions
    .filter((condition) => isServed(condition) && refersToGates(condition))
    .map((condition) =>
      targetValues(condition).map((gate) => ({ gate, isToPass: condition.type === "passes_gate" })),
    )
    .reduce<AskedGate[][]>(
      (copies, next) => copies.flatMap((copy) => next.map((gate) => [...copy, gate])),
      [[]],
    );

export const noExposures: readonly Exposure[] = [];

/** Reads what a list of rules asked on the way to the rule at an index, or to the end; `isFirst` where it gave the first of its values. */
export function exposureReader(rules: readonly Rule[], exposuresOf: ExposuresOf) {
  const asked = rules.map((rule) => {
    const copies = copiesOf(rule);
    return { copies, gates: [...new Set(copies.flat().map(({ gate }) => gate))] };
  });
  if (asked.every(({ gates }) => gates.length === 0)) return () => noExposures;
  return (user: User, index: number | undefined, isFirst = true): readonly Exposure[] => {
    const found = new Set<Exposure>();
    const holds = ({ gate, isToPass }: AskedGate) => exposuresOf(gate, user).at(-1)?.passes === isToPass;
    for (const [at, { copies, gates }] of asked.slice(0, (index ?? asked.length) + 1).entries()) {
      const decided = at === index && isFirst ? copies.findIndex((copy) => copy.every(holds)) : -1;
      const some =
        decided < 0 ? gates : copies.slice(0, decided + 1).flatMap((copy) => copy.map(({ gate }) => gate));
      for (const gate of some) for (const exposure of exposuresOf(gate, user)) found.add(exposure);
    }
    return [...found];
  };
}
