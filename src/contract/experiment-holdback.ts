// A holdback keeps some users of a decided experiment in the control, so that the effect of the shipped group can still be measured. Pure.
import type { Problem } from "./api-error.ts";
import type { Experiment } from "./experiment.ts";
import { groupNamed } from "./experiment-plan.ts";

/** Maximum percentage of users; a larger holdback would withhold a decision more than measure it. */
export const maxHeldBack = 50;

type Decided = Pick<
  Experiment,
  "groups" | "controlGroupID" | "launchedGroupID" | "holdback" | "holdbackStartTime" | "status"
>;

/** Returns size, control and shipped group of the current holdback; undefined if there is none. */
export function holdbackOf(experiment: Decided) {
  const { groups, controlGroupID, launchedGroupID, holdback, status } = experiment;
  const control = groupNamed(groups, controlGroupID ?? "") ?? groups[0];
  const shipped = groups.find(({ id }) => id === launchedGroupID);
  if (!holdback || !control || !shipped || shipped === control) return undefined;
  return status === "decision_made" || status === "archived"
    ? { percent: holdback, control, shipped }
    : undefined;
}

/** Returns why `percent` of the users cannot be held back from the group; undefined if they can. */
export function holdbackRefusal(
  { groups, controlGroupID }: Pick<Experiment, "groups" | "controlGroupID">,
  shippedID: string | null | undefined,
  percent: number,
): string | undefined {
  const control = groupNamed(groups, controlGroupID ?? "") ?? groups[0];
  if (percent === 0) return undefined;
  if (control?.id === shippedID)
    return "The control is shipped: users who are held back would get the same as all others";
  // Held-back users must come from the control: users of other groups would lose what they already have.
  const most = Math.min(maxHeldBack, control?.size ?? 0);
  return percent > most
    ? `Expected at most ${most} %: the users who stay are some of the control`
    : undefined;
}

/** Returns why the requested change of a holdback is not allowed. */
export function holdbackProblems(stored: Experiment, percent: number | null | undefined): Problem[] {
  const wanted = percent ?? 0;
  if (percent === undefined || wanted === (stored.holdback ?? 0)) return [];
  const problem = (errorMessage: string): Problem[] => [{ property: "holdback", errorMessage }];
  if (stored.status !== "decision_made" || !stored.launchedGroupID)
    return problem("Only an experiment that shipped a group can hold back users from it");
  // Choice: the size of a holdback cannot be changed; it must be ended before another one begins.
  if (stored.holdback && wanted > 0)
    return problem(`Holds back ${stored.holdback} % already: end it with 0 before another one begins`);
  const refusal = holdbackRefusal(stored, stored.launchedGroupID, wanted);
  return refusal ? problem(refusal) : [];
}

/** Returns the holdback as an experiment of its own, measured from its start; undefined if there was none.
 *  Choice: CUPED does not use behaviour before a holdback, since users were already in their groups. */
export function holdbackRun(experiment: Experiment): Experiment | undefined {
  const { groups, controlGroupID, launchedGroupID, holdbackStartTime, holdbackEndTime } = experiment;
  const control = groupNamed(groups, controlGroupID ?? "") ?? groups[0];
  const shipped = groups.find(({ id }) => id === launchedGroupID);
  if (typeof holdbackStartTime !== "number" || !control || !shipped) return undefined;
  const size = experiment.holdback || (experiment.holdbackPercent ?? 0);
  return {
    ...experiment,
    status: "active",
    startTime: holdbackStartTime,
    endTime: holdbackEndTime ?? null,
    duration: null,
    groups: [
      { ...control, size },
      { ...shipped, size: 100 - size },
    ],
    controlGroupID: control.id,
    cuped: false,
    sequentialTesting: true,
  };
}
