// The words of the actions that lead an experiment from state to state, and which of them it offers. Pure.
import type { Experiment } from "#contract/experiment.ts";
import { nextRampStep } from "#contract/experiment-ramp.ts";
import {
  actionRefusal,
  experimentActions,
  isUnderWay,
  type ExperimentAction,
} from "#contract/experiment-states.ts";
import { experimentDays } from "#statistics/experiment-days.ts";

/** Writes of one field of an experiment that runs, or is about to. */
const runningActions = ["pause", "resume", "grow", "ramp", "stop_ramp"] as const;
type RunningAction = (typeof runningActions)[number];

/** Those of the page: extending is a write of the duration, a copy is a new experiment. */
export const pageActions = [...experimentActions, "extend", "copy", ...runningActions] as const;
export type PageAction = (typeof pageActions)[number];

export const actionLabels: Readonly<Record<PageAction, string>> = {
  start: "Start",
  decide: "Decide",
  extend: "Extend",
  pause: "Pause the assignment",
  resume: "Resume the assignment",
  grow: "Grow the allocation",
  ramp: "Ramp plan",
  stop_ramp: "Stop the ramp plan",
  abandon: "Abandon",
  reset: "Reset",
  archive: "Archive",
  unarchive: "Unarchive",
  delete: "Delete",
  copy: "Copy experiment",
};

/** The plan of a finished experiment is a template for the next one, by the same copy. */
export const actionLabel = (action: PageAction, { launchedGroupID, status }: Experiment) =>
  action === "copy" && (launchedGroupID || status === "abandoned")
    ? "Copy as a template"
    : actionLabels[action];

/** Something ends or is gone by them. */
export const isDangerous = (action: PageAction) => ["abandon", "reset", "archive", "delete"].includes(action);

/** Archiving what is archived is accepted by the service, but leads nowhere. */
const leadsNowhere = (action: ExperimentAction, { status }: Experiment) =>
  action === (status === "archived" ? "archive" : "unarchive");

/** Whether it runs, and could run for longer. */
const isExtensible = (experiment: Experiment, now: number) => {
  const days = experimentDays(experiment, now);
  return days !== undefined && days.state !== "ended";
};

/** The actions that a menu offers at `now`, ms. */
export const offeredActions = (experiment: Experiment, now: number): PageAction[] =>
  [
    "copy" as const,
    ...possibleActions(experiment, now).flatMap((action): readonly PageAction[] =>
      action === "decide" && isExtensible(experiment, now) ? [action, "extend"] : [action],
    ),
    ...runningActions.filter((action) => runningRefusal(action, experiment, now) === undefined),
  ].sort((one, other) => placeOf(one) - placeOf(other));

/** Actions that end an experiment, or take it away, stand last. */
const placeOf = (action: PageAction) => (isDangerous(action) || action === "unarchive" ? 1 : 0);

/** Why a running experiment does not allow it at `now`, ms; undefined where it does. */
export function runningRefusal(
  action: RunningAction,
  experiment: Experiment,
  now: number,
): string | undefined {
  const { status, startTime, rampPlan } = experiment;
  const isSetup = status === "setup";
  const isAhead = typeof startTime === "number" && startTime > now;
  if (!isSetup && !isUnderWay(experiment)) return "The experiment does not run";
  const hasRoom = (experiment.allocation ?? 100) < 100;
  switch (action) {
    case "pause":
      return status === "active" && !isAhead ? undefined : "No users are being assigned";
    case "resume":
      return status === "assignment_stopped" ? undefined : "Its assignment is not paused";
    case "grow":
      if (isSetup) return "The experiment has not started: change its plan";
      return hasRoom ? undefined : "All who are eligible take part already";
    case "ramp":
      return hasRoom || isSetup ? undefined : "All who are eligible take part already";
    default:
      return rampPlan && !rampPlan.isStopped && nextRampStep(experiment) && !isSetup
        ? undefined
        : "No ramp plan is under way";
  }
}

/** The actions that are possible at `now`, ms. */
const possibleActions = (experiment: Experiment, now: number): ExperimentAction[] =>
  experimentActions.filter(
    (action) => !leadsNowhere(action, experiment) && actionRefusal(action, experiment, now) === undefined,
  );

/** Why an action that an address asks for is not possible at `now`, ms; undefined where it is. */
export const refusalOf = (
  action: ExperimentAction,
  experiment: Experiment,
  now: number,
): string | undefined =>
  leadsNowhere(action, experiment)
    ? action === "archive"
      ? "Experiment is archived already"
      : "Experiment is not archived"
    : actionRefusal(action, experiment, now);

/** Whether targeting leaves out some users. */
export const isTargeted = ({ targetingGateID, inlineTargetingRulesJSON }: Experiment): boolean =>
  Boolean(targetingGateID) || !["", "[]", "{}"].includes(inlineTargetingRulesJSON?.trim() ?? "");
