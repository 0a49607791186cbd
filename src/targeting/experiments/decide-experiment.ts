// Evaluates experiments for users: who takes part, and in which group.
import type { Rule } from "#contract/rule.ts";
import type { Group } from "#contract/experiment.ts";
import { objectOfTwins, type JsonObject } from "#contract/json5.ts";
import { readInlineTargeting } from "#targeting/dependencies/references.ts";
import { bucketAfter } from "#targeting/evaluate/bucket.ts";
import type { Test } from "#targeting/evaluate/conditions.ts";
import {
  prepareEvaluationSession,
  type GateFacts,
  type Gates,
  type EvaluationSession,
} from "#targeting/evaluate/evaluate.ts";
import { hasInlineTargeting, stepsOf, type ExperimentFacts, type Step } from "./experiment-steps.ts";
import { isJudged } from "#targeting/evaluate/operators.ts";
import type { User } from "#targeting/evaluate/places.ts";
import { saltOf, unitTextReader } from "#targeting/evaluate/rules.ts";

/** The step that decides, or the step that cannot be evaluated and why. Without a deciding step there is no group. */
type ExperimentDecision =
  | { readonly step?: Step; readonly value: JsonObject }
  | { readonly step: Step; readonly notJudged: string };

/** Returns the values of a group; in a layer, the layer's defaults fill in parameters that the group does not set. */
export const valuesOf = ({ layer }: ExperimentFacts, group: Group | undefined): JsonObject => ({
  ...layer?.defaults,
  ...objectOfTwins(group?.parameterValues, null),
});

/** Returns a test whether the bucket of a unit, of 1000, is in one of the ranges. */
export function bucketTest(
  salt: string,
  ranges: readonly (readonly [number, number])[],
  unitText: (user: User) => string,
): (user: User) => boolean {
  const start = `${salt}.`;
  return (user) => {
    const bucket = bucketAfter(start, unitText(user)) % 1000;
    return ranges.some(([first, last]) => first <= bucket && bucket <= last);
  };
}

/** Returns inline targeting as a gate; undefined if there is none or its rules cannot be read, in which case nobody takes part. */
export function inlineGate(experiment: ExperimentFacts): GateFacts | undefined {
  const { id, idType, inlineTargetingRulesJSON } = experiment;
  const { rules } = readInlineTargeting(inlineTargetingRulesJSON);
  if (!rules || !hasInlineTargeting(experiment)) return undefined;
  return { id, idType, salt: saltOf(experiment), rules, isEnabled: true, status: "In Progress" };
}

type Decide = ReturnType<EvaluationSession["gate"]>;

const deciding =
  (decide: Decide, wanted: "pass" | "fail"): Test =>
  (user) => {
    const { outcome, reason } = decide(user);
    return outcome === "unknown" ? { notJudged: reason } : outcome === wanted;
  };

/** Wraps a rule in a gate of its own. */
const gateOfRule = ({ id, idType }: ExperimentFacts, rule: Rule): GateFacts => ({
  id,
  idType,
  rules: [rule],
  isEnabled: true,
  status: "In Progress",
});

/** Prepares an experiment in a session shared with other entities. `served` converts a rule to the form that is evaluated. */
export function experimentIn(
  together: EvaluationSession,
  experiment: ExperimentFacts,
  gates: Gates,
  inline = inlineGate(experiment),
  served = (rule: Rule) => rule,
) {
  const unitText = unitTextReader(experiment.idType);
  const testOf = ({ holds }: Step): Test => {
    switch (holds.for) {
      case "everyone":
        return () => true;
      case "requests before":
        return ({ time }) => (time === undefined ? { notJudged: "No time is given" } : time < holds.time);
      case "who fails the gate": {
        const gate = gates.get(holds.gate);
        return gate ? deciding(together.gate(gate), "fail") : () => true;
      }
      case "who is held out": {
        const gate = gates.get(holds.gate);
        return gate ? deciding(together.gate(gate), "pass") : () => false;
      }
      case "who fails inline targeting":
        return inline ? deciding(together.likeGate(inline), "fail") : () => true;
      case "who meets a rule":
        return deciding(together.likeGate(gateOfRule(experiment, served(holds.rule))), "pass");
      case "buckets within":
      case "buckets outside": {
        const isWithin = bucketTest(holds.salt, holds.ranges, unitText);
        return (user) => isWithin(user) === (holds.for === "buckets within");
      }
      default: {
        const salt = `${holds.salt}.`;
        const isBelow = (user: User) => bucketAfter(salt, unitText(user)) % 1000 < holds.bound;
        return holds.for === "buckets below" ? isBelow : (user) => !isBelow(user);
      }
    }
  };
  const steps = stepsOf(experiment).map((step) => ({ step, test: testOf(step) }));
  return (user: User): ExperimentDecision => {
    for (const { step, test } of steps) {
      const answer = test(user);
      if (!isJudged(answer)) return { step, notJudged: answer.notJudged };
      if (answer) return { step, value: valuesOf(experiment, step.group) };
    }
    return { value: valuesOf(experiment, undefined) };
  };
}

/** Prepares an experiment for many users. */
export function prepareExperiment(experiment: ExperimentFacts, gates: Gates) {
  const together = prepareEvaluationSession(gates);
  const decideNext = experimentIn(together, experiment, gates);
  const decide = (user: User): ExperimentDecision => {
    together.nextUser();
    return decideNext(user);
  };
  return { decide };
}
