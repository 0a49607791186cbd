// The need of an open experiment: a cause to be found, a decision, or nothing yet; and with others of its kind its place in a list.
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
const openStatuses = ["active", "assignment_stopped", "experiment_stopped"] as const;

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

/** The parts of a list of experiments, in its order. */
export const bands = ["decide", "fix", "running", "planning", "decided", "archived"] as const;
export type Band = (typeof bands)[number];

/** Needs a decision, fails its checks, runs on, has not begun, or is over. */
export function bandOf(experiment: Open, now: number): Band {
  const { status, launchedGroupID } = experiment;
  if (status === "archived") return "archived";
  if (isOpen(experiment, now)) return needOf(experiment, now) ?? "running";
  const isOver = launchedGroupID || status === "decision_made" || status === "abandoned";
  return isOver ? "decided" : "planning";
}

/** Why the lead result is not to be read, whatever its numbers: none is computed, a check failed, one day is too early, or every
 *  slice points the other way. */
export function leadDoubt(
  experiment: Open,
  now: number,
): "none" | "failed" | "early" | "reversed" | undefined {
  const { leadResult, healthCheckStatus } = experiment;
  const days = experimentDays(experiment, now);
  if (!leadResult || !days) return "none";
  if (healthCheckStatus === "FAILED") return "failed";
  if (days.state === "running" && days.day === 1) return "early";
  return leadResult.isReversed ? "reversed" : undefined;
}
