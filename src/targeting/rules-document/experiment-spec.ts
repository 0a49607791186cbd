// Writes an experiment as a spec: who takes part, and in which group, as rules in the order that libraries expect.
import { inlineGate, valuesOf } from "#targeting/experiments/decide-experiment.ts";
import {
  isDividing,
  stepsOf,
  type ExperimentFacts,
  type Step,
} from "#targeting/experiments/experiment-steps.ts";
import { saltOf } from "#targeting/evaluate/rules.ts";
import { passingSpec } from "./gate-and-config-specs.ts";
import {
  everyone,
  onGate,
  inlineSegmentName,
  specCondition,
  subject,
  type SpecCondition,
  type SpecWithSegments,
} from "./spec.ts";
import { conditionLists, wireIDType, wireTime } from "./spec-conditions.ts";

/** Lists the individual buckets of ranges. */
const bucketsIn = (ranges: readonly (readonly [number, number])[]) =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** Returns lists of conditions; the step holds for users who meet all conditions of at least one list. */
export function conditionListsOf(
  holds: Step["holds"],
  id: string,
  idType: string,
  usual: string,
): readonly (readonly SpecCondition[])[] {
  switch (holds.for) {
    case "everyone":
      return [[everyone]];
    case "who meets a rule":
      return conditionLists(holds.rule, usual);
    case "requests before":
      return [[specCondition(subject("current_time"), "before", wireTime(holds.time))]];
    case "who fails the gate":
      return [[onGate("fail_gate", holds.gate)]];
    case "who is held out":
      return [[onGate("pass_gate", holds.gate)]];
    case "who fails inline targeting":
      return [[onGate("fail_gate", inlineSegmentName(id))]];
    case "buckets within":
    case "buckets outside": {
      const bucket = subject("user_bucket", null, idType);
      const operator = holds.for === "buckets within" ? "any" : "none";
      return [[specCondition(bucket, operator, bucketsIn(holds.ranges), { salt: holds.salt })]];
    }
    default: {
      const bucket = subject("user_bucket", null, idType);
      const { salt } = holds;
      return [[specCondition(bucket, holds.for === "buckets below" ? "lt" : "gte", holds.bound, { salt })]];
    }
  }
}

/** Returns the layer parameters that an experiment sets. */
export const explicitParameters = ({ groups }: Pick<ExperimentFacts, "groups">): string[] => [
  ...new Set(groups.flatMap(({ parameterValues }) => Object.keys(parameterValues ?? {}))),
];

export function experimentSpec(experiment: ExperimentFacts, usual: string): SpecWithSegments {
  const { id } = experiment;
  const idType = wireIDType(experiment.idType);
  const inline = inlineGate(experiment);
  const rules = stepsOf(experiment).flatMap((step) =>
    conditionListsOf(step.holds, id, idType, usual).map((conditions) => ({
      id: step.id,
      name: step.group?.name ?? step.id,
      ...(step.group && { groupName: step.group.name }),
      passPercentage: 100,
      idType,
      conditions,
      returnValue: valuesOf(experiment, step.group),
      ...(step.isAssignment && { isExperimentGroup: step.isAssignment }),
    })),
  );
  return {
    spec: {
      name: id,
      type: "dynamic_config",
      entity: "experiment",
      salt: saltOf(experiment),
      idType,
      enabled: true,
      defaultValue: valuesOf(experiment, undefined),
      rules,
      isActive: isDividing(experiment),
      ...(experiment.layer && {
        hasSharedParams: true,
        explicitParameters: explicitParameters(experiment),
      }),
    },
    segments: inline ? [passingSpec(inlineSegmentName(id), "segment", inline, usual)] : [],
  };
}
