// The need of an open experiment: a cause to be found, a decision, or nothing yet.
import { experimentDays, type Run } from "./experiment-days.ts";

interface Lead {
  readonly absoluteChange?: number | undefined;
  /** Margin of the sequential interval; absent where there is none. */
  readonly sequentialTestingConfidenceIntervalDelta?: number | undefined;
  /** Every slice points the other way than the total. */
  readonly isReversed?: boolean | undefined;
}

interface Open extends Run {
  readonly launchedGroupID?: string | null | undefined;
  readonly healthCheckStatus?: string | null | undefined;
  /** The result of the metric that leads, as it was computed last. */
  readonly leadResult?: Lead | null | undefined;
}

/** Those of experiments that run, or ended and wait for a decision. */
export const openStatuses = ["active", "assignment_stopped", "experiment_stopped"] as const;

/** Begun and not decided; `now` in ms. */
export const isOpen = (experiment: Open, now: number): boolean =>
  openStatuses.some((status) => status === experiment.status) &&
  !experiment.launchedGroupID &&
  experimentDays(experiment, now) !== undefined;

/** Choice: before its planned end an experiment asks for a decision only where the sequential interval of its lead metric excludes 0. */
const isClear = ({ leadResult }: Open): boolean => {
  const { absoluteChange, sequentialTestingConfidenceIntervalDelta: margin } = leadResult ?? {};
  return absoluteChange !== undefined && margin !== undefined && Math.abs(absoluteChange) > margin;
};

/** "fix" where a health check failed, "decide" where it ended, is past its planned end, or its result is clear; undefined where
 *  nothing is to be done, and where it is not open. */
export function needOf(experiment: Open, now: number): "fix" | "decide" | undefined {
  const days = experimentDays(experiment, now);
  if (!days || !isOpen(experiment, now)) return undefined;
  if (experiment.healthCheckStatus === "FAILED") return "fix";
  if (days.state !== "running") return "decide";
  return days.day > 1 && !experiment.leadResult?.isReversed && isClear(experiment) ? "decide" : undefined;
}
