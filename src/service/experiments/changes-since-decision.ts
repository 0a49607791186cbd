// Lists the changes since an experiment was decided: to the experiment, to its targeting, and to the configs that its users are served.
import type { Experiment } from "#contract/experiment.ts";
import type { Reader } from "#service/database/database.ts";
import { readRunningChanges } from "./changes-while-running.ts";
import { changesOfSetup, type ExperimentVersion } from "./version-changes.ts";

/** The decision itself does not count as a change. */
function changesOfStatus(before: string, after: string): string[] {
  if (before === after) return [];
  if (after === "archived") return ["archived"];
  if (before === "archived") return ["unarchived"];
  return after === "decision_made" ? [] : [`status changed to ${after.replaceAll("_", " ")}`];
}

const changesOfDecided = (before: ExperimentVersion, after: ExperimentVersion) => [
  ...changesOfStatus(before.status, after.status),
  ...changesOfSetup(before, after),
];

/** Returns the newest change first; null if the experiment has no decision time. */
// Choice: after a decision, changes are listed but no metric values.
export const readChangesSinceDecision = async (reader: Reader, experiment: Experiment, now: number) =>
  typeof experiment.decisionTime === "number"
    ? readRunningChanges(reader, experiment, { start: experiment.decisionTime, end: now }, changesOfDecided)
    : null;
