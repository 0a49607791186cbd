// Which answer each of many gates gives a user. What decides them lies side by side, because to read a thousand gates from all over the
// memory takes longer than to decide them.
import type { Test } from "#targeting/evaluate/conditions.ts";
import type { User } from "#targeting/evaluate/places.ts";
import { takesUnit, type PreparedRules } from "#targeting/evaluate/rules.ts";

export interface GateRules {
  /** None where the gate's status decides. */
  readonly steps: PreparedRules["steps"];
  readonly unitText: PreparedRules["unitText"];
  /** Whether those pass whom no rule takes. */
  readonly passesOthers: boolean;
}

/** The number of an answer among those of its gate: by the place of the rule, or the number of rules where none decides. */
export const answerNumber = (place: number, passes: boolean): number => 2 * place + Number(passes);
export const placeOf = (number: number): number => number >> 1;
export const isPassing = (number: number): boolean => (number & 1) === 1;

/** How many answers a gate has. */
export const answersOf = ({ steps }: GateRules): number => answerNumber(steps.length + 1, false);

/** Numbers of different things in the order in which they first come. */
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
  const [tests, units] = [numbered<Test>(), numbered<GateRules["unitText"]>()];
  const steps = gates.flatMap((gate) => gate.steps);
  const testOfStep = Int32Array.from(steps, ({ test }) => tests.numberOf(test));
  const limitOfStep = Int32Array.from(steps, ({ limit }) => limit);
  const saltOfStep = steps.map(({ salt }) => salt);
  const unitOfGate = Int32Array.from(gates, ({ unitText }) => units.numberOf(unitText));
  const otherwise = Int32Array.from(gates, (gate) => answerNumber(gate.steps.length, gate.passesOthers));
  let end = 0;
  const endOfSteps = Int32Array.from(gates, (gate) => (end += gate.steps.length));
  const [allTests, allUnits] = [tests.all(), units.all()];
  const numbers = new Int32Array(gates.length);

  /** The number of each gate's answer; overwritten for the next user. */
  return (user: User): Int32Array => {
    const unitTexts = allUnits.map((read) => read(user));
    let start = 0;
    for (let gate = 0; gate < numbers.length; gate += 1) {
      const next = endOfSteps[gate] ?? 0;
      let number = otherwise[gate] ?? 0;
      for (let step = start; step < next; step += 1) {
        const answer = allTests[testOfStep[step] ?? 0]?.(user);
        if (answer === false) continue;
        const unit = unitTexts[unitOfGate[gate] ?? 0] ?? "";
        const passes = answer === true && takesUnit(limitOfStep[step] ?? 0, saltOfStep[step] ?? "", unit);
        number = answerNumber(step - start, passes);
        break;
      }
      numbers[gate] = number;
      start = next;
    }
    return numbers;
  };
}
