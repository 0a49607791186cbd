// The state machine of experiments: which actions each state allows, and which fields are immutable in it. Pure.
import type { Problem } from "./api-error.ts";
import type { Experiment } from "./experiment.ts";
import { groupNamed } from "./experiment-plan.ts";
import { sameJson } from "./json5.ts";

export const experimentActions = [
  "start",
  "decide",
  "abandon",
  "reset",
  "archive",
  "unarchive",
  "delete",
] as const;
export type ExperimentAction = (typeof experimentActions)[number];

type Stated = Pick<Experiment, "id" | "status" | "startTime">;

const finished: readonly string[] = ["decision_made", "abandoned"];

const isArchived = ({ status }: Stated) => status === "archived";
const isFinished = ({ status }: Stated) => finished.includes(status);
/** Whether the experiment is started and neither decided nor abandoned, so that users may be in its groups. */
export const isUnderWay = (experiment: Stated) =>
  experiment.status !== "setup" && !isFinished(experiment) && !isArchived(experiment);
/** Whether the start is scheduled for the future. */
const isAhead = ({ startTime }: Stated, now: number) => typeof startTime === "number" && startTime > now;

const already = "Experiment has already started";
const notStarted = "Experiment has not yet started";
const over = "Experiment has already finished";
const notOver = "Experiment has not yet finished";

function endingRefusal(experiment: Stated, now: number): string | undefined {
  if (experiment.status === "setup") return notStarted;
  if (isFinished(experiment)) return over;
  return isAhead(experiment, now) ? notStarted : undefined;
}

const refusals: Readonly<Record<ExperimentAction, (experiment: Stated, now: number) => string | undefined>> =
  {
    start: (experiment) =>
      experiment.status === "setup" ? undefined : isFinished(experiment) ? over : already,
    decide: endingRefusal,
    abandon: (experiment, now) =>
      experiment.status === "abandoned"
        ? `Experiment ${experiment.id} is already abandoned`
        : endingRefusal(experiment, now),
    reset: ({ status }) => (status === "setup" ? notStarted : undefined),
    archive: (experiment) => (isUnderWay(experiment) ? notOver : undefined),
    unarchive: () => undefined,
    // Choice: a decided experiment can only be deleted once it is archived.
    delete: (experiment) =>
      experiment.status === "decision_made"
        ? "Experiment is decided and its group is shipped; archive it before it is deleted"
        : isUnderWay(experiment)
          ? notOver
          : undefined,
  };

/** Returns why an action is not allowed at `now` (ms); undefined if it is. */
export const actionRefusal = (
  action: ExperimentAction,
  experiment: Stated,
  now: number,
): string | undefined =>
  isArchived(experiment) && !["archive", "unarchive", "delete"].includes(action)
    ? "Experiment is archived; unarchive it before it is changed"
    : refusals[action](experiment, now);

/** Returns the state of an experiment after it is unarchived. */
export function stateAfterUnarchive({ launchedGroupID, startTime }: Experiment): string {
  if (launchedGroupID) return "decision_made";
  return typeof startTime === "number" ? "abandoned" : "setup";
}

/** States that can be changed by writing the field `status`; all other transitions have endpoints of their own. */
const byField: readonly string[] = ["active", "assignment_stopped"];

/** Choice: a write of the status can only stop and resume assignment; every other transition has its own path. */
export function statusProblems(stored: Stated, status: string | undefined): Problem[] {
  if (status === undefined || status === stored.status) return [];
  if (byField.includes(stored.status) && byField.includes(status)) return [];
  const errorMessage = `An experiment goes from '${stored.status}' to '${status}' over its own address, if at all`;
  return [{ property: "status", errorMessage }];
}

/** Default values of absent fields. */
const usual: Partial<Record<keyof Experiment, unknown>> = {
  idType: "userID",
  experimentType: "BASE",
  defaultConfidenceInterval: "95",
  bonferroniCorrection: false,
  cuped: false,
  sequentialTesting: false,
  inlineTargetingRulesJSON: "[]",
  primaryMetrics: [],
  allocation: 100,
};

/** Returns a field normalised for comparison: empty values equal absent ones. */
function asItCounts(experiment: Experiment, field: keyof Experiment): unknown {
  const { groups, controlGroupID, winsorization, primaryMetrics } = experiment;
  if (field === "groups")
    return groups.map(({ id, name, size, parameterValues }) => [id, name, size, parameterValues ?? {}]);
  if (field === "controlGroupID") return (groupNamed(groups, controlGroupID ?? "") ?? groups[0])?.id;
  if (field === "winsorization") return winsorization === undefined ? 99.9 : winsorization;
  if (field === "primaryMetrics") return (primaryMetrics ?? []).map(({ name, type }) => [name, type]);
  const value = experiment[field];
  return value === undefined || value === null || value === "" ? (usual[field] ?? null) : value;
}

const reassigned = "users who are in a group would get another one, and the results would mix both";
const otherUsers = "the users of before and after would not be of one kind";
const decides = "what decides is fixed before results are seen";

/** Fields that are immutable after the start, each with the reason. */
const frozen = {
  groups: reassigned,
  idType: reassigned,
  layerID: reassigned,
  experimentType: reassigned,
  targetingGateID: otherUsers,
  inlineTargetingRulesJSON: otherUsers,
  controlGroupID: decides,
  hypothesis: decides,
  primaryMetrics: decides,
  defaultConfidenceInterval: decides,
  bonferroniCorrection: decides,
  sequentialTesting: decides,
  cuped: decides,
  winsorization: decides,
} as const satisfies Partial<Record<keyof Experiment, string>>;
export type FrozenField = keyof typeof frozen;
export const immutableFields = Object.keys(frozen) as readonly FrozenField[];

/** Whether a field has changed in meaning, and not only in notation. */
export const isChanged = (before: Experiment, after: Experiment, field: keyof Experiment) =>
  !sameJson(asItCounts(before, field), asItCounts(after, field));

const isFrozen = (field: keyof Experiment): field is FrozenField => field in frozen;

/** Returns why a field cannot change in the experiment's current state; undefined if it can. */
export function fieldRefusal(experiment: Stated, field: keyof Experiment): string | undefined {
  if (isArchived(experiment)) return "The experiment is archived; unarchive it before it is changed";
  if (experiment.status === "setup") return undefined;
  if (isFinished(experiment))
    return isFrozen(field) || field === "allocation" || field === "duration" || field === "rampPlan"
      ? "Must stay as it is once the experiment is over: its results are read by it"
      : undefined;
  return isFrozen(field) ? `Must stay as it is while the experiment runs: ${frozen[field]}` : undefined;
}

/** Returns the changes that the experiment's state does not allow, each with its reason. */
export function frozenProblems(before: Experiment, after: Experiment): Problem[] {
  if (isArchived(before)) return [{ property: "status", errorMessage: fieldRefusal(before, "status") ?? "" }];
  if (before.status === "setup") return [];
  const fields: readonly (keyof Experiment)[] = [...immutableFields, "allocation", "duration", "rampPlan"];
  const problems = fields.flatMap((property): Problem[] => {
    const errorMessage = fieldRefusal(before, property);
    return errorMessage && isChanged(before, after, property) ? [{ property, errorMessage }] : [];
  });
  const isOver = isFinished(before);
  const [allocated, wanted] = [before.allocation ?? 100, after.allocation ?? 100];
  if (!isOver && wanted < allocated)
    problems.push({
      property: "allocation",
      errorMessage: `May only grow while the experiment runs, from ${allocated} %: users who take part would leave it`,
    });
  return problems;
}
