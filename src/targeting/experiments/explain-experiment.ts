// Explains why a user gets a group of an experiment, or none: the result of each step, from the same evaluation that serves apps.
import { sameJson, type JsonObject } from "#contract/json5.ts";
import type { Rule } from "#contract/rule.ts";
import { bucketAfter } from "#targeting/evaluate/bucket.ts";
import { prepareGate, type Gates } from "#targeting/evaluate/evaluate.ts";
import type { User } from "#targeting/evaluate/places.ts";
import { unevaluatedRule, unitTextReader, type RuleTrace } from "#targeting/evaluate/rules.ts";
import { inlineGate, prepareExperiment } from "./decide-experiment.ts";
import { stepsOf, type ExperimentFacts, type Step } from "./experiment-steps.ts";

export interface StepTrace {
  readonly step: Step;
  readonly result: "decides" | "does not hold" | "not judged" | "not reached";
  /** Position of the unit among all units in percent; present if the step divides units. */
  readonly place?: number;
}

interface ExperimentExplanation {
  /** Absent if no step decides for the user. */
  readonly decided?: StepTrace | undefined;
  /** Why the result for the user cannot be determined. */
  readonly notJudged?: string | undefined;
  readonly value: JsonObject;
  readonly steps: readonly StepTrace[];
  /** The traces of the inline targeting rules. */
  readonly rules: readonly RuleTrace[];
}

/** Returns the gates and rules that an experiment refers to, gates in the form of rules with a condition on them. */
export const referencedRules = (experiment: ExperimentFacts): Rule[] =>
  stepsOf(experiment).flatMap(({ id, holds }): readonly Rule[] => {
    if (holds.for === "who meets a rule") return [holds.rule];
    if (holds.for === "who fails inline targeting") return inlineGate(experiment)?.rules ?? [];
    if (holds.for !== "who fails the gate") return [];
    const conditions = [{ type: "passes_gate", operator: null, targetValue: [holds.gate] }];
    return [{ id, baseID: id, name: id, passPercentage: 100, conditions, environments: null }];
  });

export function explainExperiment(experiment: ExperimentFacts, gates: Gates) {
  const { decide } = prepareExperiment(experiment, gates);
  const all = stepsOf(experiment);
  const inline = inlineGate(experiment);
  const inlineStep = all.findIndex(({ holds }) => holds.for === "who fails inline targeting");
  const unitText = unitTextReader(experiment.idType);
  const placeIn = ({ holds }: Step, user: User) =>
    holds.for === "buckets from" || holds.for === "buckets below"
      ? { place: (bucketAfter(`${holds.salt}.`, unitText(user)) % 1000) / 10 }
      : {};
  return (user: User): ExperimentExplanation => {
    const decision = decide(user);
    const notJudged = "notJudged" in decision ? decision.notJudged : undefined;
    // Overrides of several environments share one id, so steps are compared as a whole.
    const last = decision.step ? all.findIndex((step) => sameJson(step, decision.step)) : all.length;
    const steps = all.map((step, index): StepTrace => {
      if (index > last) return { step, result: "not reached" };
      const result = index < last ? "does not hold" : notJudged === undefined ? "decides" : "not judged";
      return { step, result, ...placeIn(step, user) };
    });
    const isAsked = inline && inlineStep !== -1 && inlineStep <= last;
    return {
      decided: steps[last],
      notJudged,
      value: "value" in decision ? decision.value : {},
      steps,
      rules: isAsked
        ? prepareGate(inline, gates).explain(user).rules
        : (inlineStep === -1 ? [] : (inline?.rules ?? [])).map(unevaluatedRule),
    };
  };
}
