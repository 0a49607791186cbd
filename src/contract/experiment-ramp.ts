// The ramp plan of an experiment: the allocation grows in steps, scheduled or manual, until a guardrail is clearly worse. Pure.
import { z } from "zod/mini";
import type { Problem } from "./api-error.ts";
import type { Experiment } from "./experiment.ts";
import { flag, nullishNumber, nullishText, number } from "./plain-fields.ts";

/** Maximum number of steps of a plan. */
export const maxRampSteps = 20;

export const RampPlan = z.looseObject({
  /** Steps in order; they follow the experiment's initial allocation. */
  steps: z.array(
    z.looseObject({
      /** Percent of the eligible units. */
      allocation: number,
      /** ms since the epoch; a step without a time is taken manually. */
      time: nullishNumber,
    }),
  ),
  /** If true, no step is taken once a guardrail is clearly worse. */
  stopsAtGuardrail: flag,
  isStopped: flag,
  /** ms since the epoch. */
  stopTime: nullishNumber,
  stoppedBy: nullishText,
  stopReason: nullishText,
});
export type RampPlan = z.infer<typeof RampPlan>;
export type RampStep = RampPlan["steps"][number];

/** Fields that determine the next step; both stored and requested plans have them. */
interface Ramped {
  readonly allocation?: Experiment["allocation"];
  readonly rampPlan?: Pick<RampPlan, "steps" | "isStopped"> | null | undefined;
}

/** Returns the next step: the first one above the current allocation, or undefined if none is left. */
export const nextRampStep = ({ allocation, rampPlan }: Ramped): RampStep | undefined =>
  rampPlan?.steps.find((step) => step.allocation > (allocation ?? 100));

/** Returns the scheduled step that is due at `now` (ms), if any. */
export function dueRampStep(experiment: Ramped, now: number): RampStep | undefined {
  const step = experiment.rampPlan?.isStopped ? undefined : nextRampStep(experiment);
  return step && typeof step.time === "number" && step.time <= now ? step : undefined;
}

/** Describes a step, for example "Step 2 of 3: 50 %". */
export function rampStepWords({ rampPlan }: Ramped, { allocation }: RampStep): string {
  const steps = rampPlan?.steps ?? [];
  const number = steps.findIndex((step) => step.allocation === allocation) + 1;
  return `Step ${number} of ${steps.length}: ${allocation} %`;
}

/** Validates a plan by itself: the allocation must grow with every step, and times must be in order. */
export function rampProblems(plan: Pick<RampPlan, "steps"> | null | undefined): Problem[] {
  const steps = plan?.steps ?? [];
  let latest = -Infinity;
  return steps.flatMap(({ allocation, time }, index): Problem[] => {
    const before = steps[index - 1];
    const problems: Problem[] = [];
    if (before && allocation <= before.allocation)
      problems.push({
        property: `rampPlan.steps.${index}.allocation`,
        errorMessage: `Must be above the ${before.allocation} % of the step before`,
      });
    if (typeof time === "number" && time <= latest)
      problems.push({
        property: `rampPlan.steps.${index}.time`,
        errorMessage: "Must be later than the step before",
      });
    latest = Math.max(latest, time ?? -Infinity);
    return problems;
  });
}

/** Returns problems of pending steps whose times have already passed, so that they would be taken at once. */
export const rampTimeProblems = ({ allocation, rampPlan }: Ramped, earliest: number): Problem[] =>
  (rampPlan?.isStopped ? [] : (rampPlan?.steps ?? [])).flatMap((step, index) =>
    step.allocation > (allocation ?? 100) && typeof step.time === "number" && step.time < earliest
      ? [{ property: `rampPlan.steps.${index}.time`, errorMessage: "Must not be in the past" }]
      : [],
  );
