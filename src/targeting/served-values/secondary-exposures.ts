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

export interface AskedGate {
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

/** The gate that a rule asks, where it asks nothing else. */
export function onlyAsked(rule: Rule): AskedGate | undefined {
  const [copy, ...others] = copiesOf(rule);
  const isAlone = rule.conditions.length === 1 && !rule.environments && others.length === 0;
  return isAlone ? copy?.[0] : undefined;
}

export const noExposures: readonly Exposure[] = [];

/** Of a list of rules, what was asked on the way to the rule at an index, or to the end. */
interface ExposureReader {
  /** `isFirst` where the rule gave the first of its values. */
  readonly read: (user: User, index?: number, isFirst?: boolean) => readonly Exposure[];
  /** The gates, where every user has the same asked. */
  readonly gates: (index?: number) => readonly string[] | undefined;
}

/** Undefined where the rules ask nothing. */
export function exposureReader(rules: readonly Rule[], exposuresOf: ExposuresOf): ExposureReader | undefined {
  const found = new Set<string>();
  const asked = rules.map((rule) => {
    const copies = copiesOf(rule);
    const before = [...found];
    for (const { gate } of copies.flat()) found.add(gate);
    return { copies, before, gates: [...found] };
  });
  if (found.size === 0) return undefined;
  const together = (gates: readonly string[], user: User) => {
    const first = gates[0];
    if (first === undefined) return noExposures;
    if (gates.length === 1) return exposuresOf(first, user);
    return [...new Set(gates.flatMap((gate) => exposuresOf(gate, user)))];
  };
  const read = (user: User, index = rules.length - 1, isFirst = true): readonly Exposure[] => {
    const rule = asked[index];
    if (!rule) return noExposures;
    if (rule.copies.length < 2 || !isFirst) return together(rule.gates, user);
    const holds = ({ gate, isToPass }: AskedGate) => exposuresOf(gate, user).at(-1)?.passes === isToPass;
    const decided = rule.copies.findIndex((copy) => copy.every(holds));
    const some = decided < 0 ? rule.copies : rule.copies.slice(0, decided + 1);
    return together([...rule.before, ...some.flat().map(({ gate }) => gate)], user);
  };
  const gates = (index = rules.length - 1) => {
    const rule = asked[index];
    return rule && rule.copies.length < 2 ? rule.gates : undefined;
  };
  return { read, gates };
}
