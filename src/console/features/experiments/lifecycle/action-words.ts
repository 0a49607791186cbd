// Labels of the actions that change the state of an experiment, and which of them an experiment allows. Pure.
import type { Experiment } from "#contract/experiment.ts";
import { nextRampStep } from "#contract/experiment-ramp.ts";
import {
  actionRefusal,
  experimentActions,
  isUnderWay,
  type ExperimentAction,
} from "#contract/experiment-states.ts";
import { experimentDays } from "#statistics/experiment-days.ts";

/** Actions that patch a single field of an experiment that runs or is scheduled. */
const runningActions = ["pause", "resume", "grow", "ramp", "stop_ramp"] as const;
type RunningAction = (typeof runningActions)[number];

/** All actions on the page: "extend" patches the duration, "copy" creates a new experiment. */
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

/** Copying a finished experiment is labelled as using it as a template. */
export const actionLabel = (action: PageAction, { launchedGroupID, status }: Experiment) =>
  action === "copy" && (launchedGroupID || status === "abandoned")
    ? "Copy as a template"
    : actionLabels[action];

/** True for actions that end or remove something. */
export const isDangerous = (action: PageAction) => ["abandon", "reset", "archive", "delete"].includes(action);

/** True if the action has no effect: the server accepts archiving an archived experiment. */
const leadsNowhere = (action: ExperimentAction, { status }: Experiment) =>
  action === (status === "archived" ? "archive" : "unarchive");

/** True if the experiment runs and can be extended. */
const isExtensible = (experiment: Experiment, now: number) => {
  const days = experimentDays(experiment, now);
  return days !== undefined && days.state !== "ended";
};

/** Returns the actions that the menu offers at `now`, ms. */
export const offeredActions = (experiment: Experiment, now: number): PageAction[] =>
  [
    "copy" as const,
    ...possibleActions(experiment, now).flatMap((action): readonly PageAction[] =>
      action === "decide" && isExtensible(experiment, now) ? [action, "extend"] : [action],
    ),
    ...runningActions.filter((action) => runningRefusal(action, experiment, now) === undefined),
  ].sort((one, other) => placeOf(one) - placeOf(other));

/** Sorts actions that end or remove an experiment to the end. */
const placeOf = (action: PageAction) => (isDangerous(action) || action === "unarchive" ? 1 : 0);

/** Explains why a running experiment does not allow the action at `now`, ms; undefined if it does. */
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

/** Returns the actions that are possible at `now`, ms. */
const possibleActions = (experiment: Experiment, now: number): ExperimentAction[] =>
  experimentActions.filter(
    (action) => !leadsNowhere(action, experiment) && actionRefusal(action, experiment, now) === undefined,
  );

/** Explains why the action named in the address is not possible at `now`, ms; undefined if it is. */
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

/** True if targeting excludes some users. */
export const isTargeted = ({ targetingGateID, inlineTargetingRulesJSON }: Experiment): boolean =>
  Boolean(targetingGateID) || !["", "[]", "{}"].includes(inlineTargetingRulesJSON?.trim() ?? "");
