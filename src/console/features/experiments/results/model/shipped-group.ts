// Tells whether an experiment is decided and which group was shipped. Separate from the wording, which lists do not load. Pure.
import type { ExperimentRow } from "#contract/experiment-row.ts";

/** The group that was shipped to everybody, and whether it is the control; undefined if none is named. */
export function shippedGroup({ groups, launchedGroupID, controlGroupID }: ExperimentRow) {
  const group = groups.find(({ id }) => id === launchedGroupID);
  return group && { name: group.name, isControl: group.id === (controlGroupID ?? groups[0]?.id) };
}

export const isDecided = (experiment: ExperimentRow) =>
  experiment.status === "decision_made" || shippedGroup(experiment) !== undefined;
