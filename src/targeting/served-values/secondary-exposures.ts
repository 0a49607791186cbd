// Determines the gates evaluated on the way to a decision, which libraries report with it as secondary exposures.
import { targetValues } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import type { User } from "#targeting/evaluate/places.ts";
import { refersToGates } from "#targeting/evaluate/references.ts";
import { isServed } from "#targeting/rules-document/spec-conditions.ts";

/** A gate that was evaluated and its result; the same object for the same result. */
export interface Exposure {
  readonly gate: string;
  readonly passes: boolean;
  readonly ruleID: string;
}

/** Returns the exposure of a gate, preceded by those of the gates that it refers to. */
export type ExposuresOf = (gate: string, user: User) => readonly Exposure[];

export interface ReferencedGate {
  readonly gate: string;
  readonly isToPass: boolean;
}

/** Libraries get one copy of a rule for each combination of one gate from every condition on gates. */
const copiesOf = (rule: Rule): ReferencedGate[][] =>
  rule.conditions
    .filter((condition) => isServed(condition) && refersToGates(condition))
    .map((condition) =>
      targetValues(condition).map((gate) => ({ gate, isToPass: condition.type === "passes_gate" })),
    )
    .reduce<ReferencedGate[][]>(
      (copies, next) => copies.flatMap((copy) => next.map((gate) => [...copy, gate])),
      [[]],
    );

/** Returns the gate that a rule refers to, if that is the rule's only condition. */
export function soleGateReference(rule: Rule): ReferencedGate | undefined {
  const [copy, ...others] = copiesOf(rule);
  const isAlone = rule.conditions.length === 1 && !rule.environments && others.length === 0;
  return isAlone ? copy?.[0] : undefined;
}

export const noExposures: readonly Exposure[] = [];

/** Determines which gates a list of rules evaluates up to the rule at an index, or up to the end. */
interface ExposureReader {
  /** `isFirst` is true if the rule gave the first of its values. */
  readonly read: (user: User, index?: number, isFirst?: boolean) => readonly Exposure[];
  /** The gates evaluated, if they are the same for every user; else undefined. */
  readonly gates: (index?: number) => readonly string[] | undefined;
}

/** Returns undefined if the rules refer to no gates. */
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
    const holds = ({ gate, isToPass }: ReferencedGate) => exposuresOf(gate, user).at(-1)?.passes === isToPass;
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
