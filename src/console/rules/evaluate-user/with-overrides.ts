// An experiment as it decides, with its overrides. Pure.
import type { Experiment } from "#contract/experiment.ts";
import type { ExperimentOverrides } from "#contract/experiment-overrides.ts";
import { groupNamed } from "#contract/experiment-plan.ts";

/** The experiment with its overrides, which are answered with names of groups. */
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
