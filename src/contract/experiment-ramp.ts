// The ramp plan of an experiment: its allocation grows step by step, at given times or by hand, until a guardrail is clearly worse. Pure.
import { z } from "zod/mini";
import type { Problem } from "./api-error.ts";
import type { Experiment } from "./experiment.ts";

/** Most steps of a plan. */
export const mostRampSteps = 20;

export const RampPlan = z.looseObject({
  /** In their order, after the allocation that the experiment starts with. */
  steps: z.array(
    z.looseObject({
      /** Percent of the eligible units. */
      allocation: z.number(),
      /** ms since the epoch; a step without a time is taken by hand. */
      time: z.nullish(z.number()),
    }),
  ),
  /** No step is taken once a guardrail is clearly worse. */
  stopsAtGuardrail: z.boolean(),
  isStopped: z.boolean(),
  /** ms since the epoch. */
  stopTime: z.nullish(z.number()),
  stoppedBy: z.nullish(z.string()),
  stopReason: z.nullish(z.string()),
});
export type RampPlan = z.infer<typeof RampPlan>;
export type RampStep = RampPlan["steps"][number];

/** The fields that say which step comes next; a plan that is sent is one. */
interface Ramped {
  readonly allocation?: Experiment["allocation"];
  readonly rampPlan?: Pick<RampPlan, "steps" | "isStopped"> | null | undefined;
}

/** The step that is taken next, wherever the allocation stands by now; undefined where none is left. */
export const nextRampStep = ({ allocation, rampPlan }: Ramped): RampStep | undefined =>
  rampPlan?.steps.find((step) => step.allocation > (allocation ?? 100));

/** The step that is to be taken at `now`, ms, without anybody's hand. */
export function dueRampStep(experiment: Ramped, now: number): RampStep | undefined {
  const step = experiment.rampPlan?.isStopped ? undefined : nextRampStep(experiment);
  return step && typeof step.time === "number" && step.time <= now ? step : undefined;
}

/** "Step 2 of 3: 50 %". */
export function rampStepWords({ rampPlan }: Ramped, { allocation }: RampStep): string {
  const steps = rampPlan?.steps ?? [];
  const number = steps.findIndex((step) => step.allocation === allocation) + 1;
  return `Step ${number} of ${steps.length}: ${allocation} %`;
}

/** Problems of a plan by itself: its steps grow, and one that has a time comes after those before it. */
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

/** Times of steps that are still to be taken, and would be taken at once. */
export const rampTimeProblems = ({ allocation, rampPlan }: Ramped, earliest: number): Problem[] =>
  (rampPlan?.isStopped ? [] : (rampPlan?.steps ?? [])).flatMap((step, index) =>
    step.allocation > (allocation ?? 100) && typeof step.time === "number" && step.time < earliest
      ? [{ property: `rampPlan.steps.${index}.time`, errorMessage: "Must not be in the past" }]
      : [],
  );
