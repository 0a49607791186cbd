// Decides many gates for a user at once. Their data is kept contiguous, because reading a thousand gates scattered over
// memory takes longer than deciding them.
import { batchBuckets, packSalts, packUnit, type PackedUnit } from "#targeting/evaluate/bucket-batch.ts";
import { buckets } from "#targeting/evaluate/bucket.ts";
import type { Test } from "#targeting/evaluate/conditions.ts";
import type { Answer } from "#targeting/evaluate/operators.ts";
import type { User } from "#targeting/evaluate/places.ts";
import type { Decision, PreparedRules } from "#targeting/evaluate/rules.ts";
import type { ReferencedGate } from "./secondary-exposures.ts";

export interface GateRules {
  readonly name: string;
  /** Empty if the gate's status decides. */
  readonly steps: PreparedRules["steps"];
  readonly unitText: PreparedRules["unitText"];
  /** Whether users whom no rule matches pass. */
  readonly passesOthers: boolean;
  /** Whether the gate's rules refer to other gates, which must be decided first. */
  readonly asksOthers: boolean;
  /** For each step: the gate that it refers to, if that is its only condition. */
  readonly asks: readonly (ReferencedGate | undefined)[];
  /** Returns the function that stores the decision for gates that refer to this one; call it once all gates are prepared. */
  readonly listener: () => ((decision: Decision) => void) | undefined;
}

/**
 * Encodes a result of a gate as a number: the index of the deciding rule (or the number of rules if none decides) and
 * whether the user passes.
 */
export const resultNumber = (place: number, passes: boolean): number => 2 * place + Number(passes);
export const placeOf = (number: number): number => number >> 1;
export const isPassing = (number: number): boolean => (number & 1) === 1;

/** Number of possible results of a gate. */
export const answersOf = ({ steps }: GateRules): number => resultNumber(steps.length + 1, false);

/** Numbers distinct values in the order of first occurrence. */
function numbered<T>() {
  const numbers = new Map<T, number>();
  const numberOf = (thing: T): number => {
    const number = numbers.get(thing) ?? numbers.size;
    numbers.set(thing, number);
    return number;
  };
  return { numberOf, all: () => [...numbers.keys()] };
}

export function gateDecider(gates: readonly GateRules[]) {
  const [tests, unitTexts] = [numbered<Test>(), numbered<GateRules["unitText"]>()];
  const steps = gates.flatMap((gate) => gate.steps);
  const testOfStep = Int32Array.from(steps, ({ test }) => tests.numberOf(test));
  const limitOfStep = Int32Array.from(steps, ({ limit }) => limit);
  const starts = packSalts(steps.map(({ salt }) => salt));
  const placeOfName = new Map(gates.map(({ name }, place) => [name, place]));
  /** Index of the only gate that a step refers to, if that gate refers to no others and is therefore decided first; else -1. */
  const placeAsked = (asked: ReferencedGate | undefined) => {
    const place = placeOfName.get(asked?.gate ?? "") ?? -1;
    return gates[place]?.asksOthers === false ? place : -1;
  };
  const asked = gates.flatMap((gate) => gate.steps.map((_, index) => gate.asks[index]));
  const askedByStep = Int32Array.from(asked, placeAsked);
  const passesForStep = Uint8Array.from(asked, (one) => Number(one?.isToPass ?? false));
  const unitOfGate = Int32Array.from(gates, ({ unitText }) => unitTexts.numberOf(unitText));
  const otherwise = Int32Array.from(gates, (gate) => resultNumber(gate.steps.length, gate.passesOthers));
  let end = 0;
  const endOfSteps = Int32Array.from(gates, (gate) => (end += gate.steps.length));
  const places = [...gates.keys()];
  const [asking, others] = [true, false].map((asks) =>
    Int32Array.from(places.filter((place) => gates[place]?.asksOthers === asks)),
  );
  const listeners = gates.map(({ listener }) => listener());
  const [allTests, allUnits] = [tests.all(), unitTexts.all()];
  const answers = Array.from<Answer | undefined>({ length: allTests.length });
  const numbers = new Int32Array(gates.length);
  const unsure = new Uint8Array(gates.length);
  const answerAsked = (step: number, place: number) =>
    unsure[place] ? undefined : Number(isPassing(numbers[place] ?? 0)) === passesForStep[step];
  // Gates whose result depends on the bucket of the unit, in order.
  const openGates = new Int32Array(gates.length);
  const openSteps = new Int32Array(gates.length);
  const openBuckets = new Int32Array(gates.length);
  const openUnits: PackedUnit[] = [];

  function decide(some: Int32Array, user: User, units: readonly PackedUnit[]) {
    openUnits.length = 0;
    for (let turn = 0; turn < some.length; turn += 1) {
      const gate = some[turn] ?? 0;
      const first = gate > 0 ? (endOfSteps[gate - 1] ?? 0) : 0;
      const next = endOfSteps[gate] ?? 0;
      let number = otherwise[gate] ?? 0;
      unsure[gate] = 0;
      for (let step = first; step < next; step += 1) {
        const test = testOfStep[step] ?? 0;
        const place = askedByStep[step] ?? -1;
        const answer = place < 0 ? (answers[test] ??= allTests[test]?.(user)) : answerAsked(step, place);
        if (answer === false) continue;
        unsure[gate] = Number(answer !== true);
        const limit = answer === true ? (limitOfStep[step] ?? 0) : 0;
        number = resultNumber(step - first, limit >= buckets);
        const unit = units[unitOfGate[gate] ?? 0];
        if (limit > 0 && limit < buckets && unit) {
          openGates[openUnits.length] = gate;
          openSteps[openUnits.length] = step;
          openUnits.push(unit);
        }
        break;
      }
      numbers[gate] = number;
    }
    batchBuckets(starts, openSteps, openUnits, openBuckets);
    for (let index = 0; index < openUnits.length; index += 1) {
      const gate = openGates[index] ?? 0;
      const step = openSteps[index] ?? 0;
      const passes = (openBuckets[index] ?? 0) < (limitOfStep[step] ?? 0);
      // Adding 1 turns the number into the passing result of the same rule.
      if (passes) numbers[gate] = (numbers[gate] ?? 0) + 1;
      const listener = listeners[gate];
      const decided = listener && steps[step];
      if (decided) listener(passes ? decided.pass : decided.fail);
    }
  }

  /** Returns the number of each gate's result; the array is overwritten for the next user. */
  return (user: User): Int32Array => {
    const units = allUnits.map((read) => packUnit(read(user)));
    answers.fill(undefined);
    if (others) decide(others, user, units);
    if (asking) decide(asking, user, units);
    return numbers;
  };
}
