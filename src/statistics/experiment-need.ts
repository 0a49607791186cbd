// Determines what an open experiment needs (an investigation, a decision, or nothing yet), and its section in the list of experiments.
import { experimentDays, type Run } from "./experiment-days.ts";

interface Lead {
  readonly absoluteChange?: number | undefined;
  /** Margin of the sequential interval; absent if there is none. */
  readonly sequentialTestingConfidenceIntervalDelta?: number | undefined;
  /** True if every slice points in the opposite direction of the total. */
  readonly isReversed?: boolean | undefined;
}

interface Open extends Run {
  readonly launchedGroupID?: string | null | undefined;
  readonly healthCheckStatus?: string | null | undefined;
  /** Latest computed result of the lead metric. */
  readonly leadResult?: Lead | null | undefined;
}

/** Statuses of experiments that run, or have ended and wait for a decision. */
const openStatuses: readonly string[] = ["active", "assignment_stopped", "experiment_stopped"];

/** Whether the experiment has started and is not decided; `now` in ms. */
export const isOpen = (experiment: Open, now: number): boolean =>
  openStatuses.includes(experiment.status) &&
  !experiment.launchedGroupID &&
  experimentDays(experiment, now) !== undefined;

/** Choice: before its planned end an experiment asks for a decision only if the sequential interval of its lead metric excludes 0. */
const isClear = ({ leadResult }: Open): boolean => {
  const { absoluteChange, sequentialTestingConfidenceIntervalDelta: margin } = leadResult ?? {};
  return absoluteChange !== undefined && margin !== undefined && Math.abs(absoluteChange) > margin;
};

/** Returns "fix" if a health check failed, "decide" if the experiment has ended, is past its planned end, or has a clear result;
 *  undefined if nothing needs to be done or it is not open. */
export function needOf(experiment: Open, now: number): "fix" | "decide" | undefined {
  const days = experimentDays(experiment, now);
  if (!days || !isOpen(experiment, now)) return undefined;
  if (experiment.healthCheckStatus === "FAILED") return "fix";
  if (days.state !== "running") return "decide";
  return days.day > 1 && !experiment.leadResult?.isReversed && isClear(experiment) ? "decide" : undefined;
}

/** Sections of the list of experiments, in display order. */
export const bands = ["decide", "fix", "running", "planning", "decided", "archived"] as const;
export type Band = (typeof bands)[number];

/** Returns the section of an experiment: needs a decision, fails its checks, is running, has not started, or is over. */
export function bandOf(experiment: Open, now: number): Band {
  const { status, launchedGroupID } = experiment;
  if (status === "archived") return "archived";
  if (isOpen(experiment, now)) return needOf(experiment, now) ?? "running";
  const isOver = launchedGroupID || status === "decision_made" || status === "abandoned";
  return isOver ? "decided" : "planning";
}

/** Returns why the lead result must not be interpreted, whatever its numbers: none is computed, a check failed, it is the first day, or
 *  every slice points the other way. */
export function leadResultCaveat(
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
