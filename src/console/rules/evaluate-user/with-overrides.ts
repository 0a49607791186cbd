// Adds the overrides to an experiment for evaluation. Pure.
import type { Experiment } from "#contract/experiment.ts";
import type { ExperimentOverrides } from "#contract/experiment-overrides.ts";
import { groupNamed } from "#contract/experiment-plan.ts";

/** Returns the experiment with its overrides; their group names, as the service returns them, are replaced by ids. */
export const withOverrides = (
  experiment: Experiment,
  { overrides, userIDOverrides }: ExperimentOverrides,
): Experiment => {
  const byID = <Entry extends { groupID: string }>(entry: Entry): Entry => ({
    ...entry,
    groupID: groupNamed(experiment.groups, entry.groupID)?.id ?? entry.groupID,
  });
  return {
    ...experiment,
    overrides: overrides.map(byID),
    userIDOverrides: userIDOverrides.map(byID),
  };
};
