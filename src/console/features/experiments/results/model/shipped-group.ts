// Whether an experiment is decided, and for which group; apart from the sentences about it, which lists do without. Pure.
import type { Experiment } from "#contract/experiment.ts";

/** The group that everybody gets since, and whether it is the control; undefined where none is named. */
export function shippedGroup({ groups, launchedGroupID, controlGroupID }: Experiment) {
  const group = groups.find(({ id }) => id === launchedGroupID);
  return group && { name: group.name, isControl: group.id === (controlGroupID ?? groups[0]?.id) };
}

export const isDecided = (experiment: Experiment) =>
  experiment.status === "decision_made" || shippedGroup(experiment) !== undefined;
