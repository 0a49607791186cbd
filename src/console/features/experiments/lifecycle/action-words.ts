// The words of the actions that lead an experiment from state to state, and which of them it offers. Pure.
import type { Experiment } from "#contract/experiment.ts";
import { actionRefusal, experimentActions, type ExperimentAction } from "#contract/experiment-states.ts";
import { experimentDays } from "#statistics/experiment-days.ts";

/** Those of the page: extending is a write of the duration. */
export const pageActions = [...experimentActions, "extend"] as const;
export type PageAction = (typeof pageActions)[number];

export const actionLabels: Readonly<Record<PageAction, string>> = {
  start: "Start",
  decide: "Decide",
  extend: "Extend",
  abandon: "Abandon",
  reset: "Reset",
  archive: "Archive",
  unarchive: "Unarchive",
  delete: "Delete",
};

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
  possibleActions(experiment, now).flatMap((action) =>
    action === "decide" && isExtensible(experiment, now) ? [action, "extend" as const] : [action],
  );

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
