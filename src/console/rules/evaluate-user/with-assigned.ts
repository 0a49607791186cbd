// Whether a unit was in a group when the assignment of its experiment stopped, which the service alone knows.
import type { AssignedUnits } from "#contract/assigned-units.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { ExperimentFacts } from "#targeting/experiments/experiment-steps.ts";

export const isAssignmentStopped = ({ status }: Pick<Experiment, "status">) =>
  status === "assignment_stopped";

/** The experiment as it decides for this unit alone; as it is where assignment goes on, or apps cannot be told. */
export const withAssigned = (
  experiment: Experiment,
  unit: string,
  answer: AssignedUnits | undefined,
): Experiment & Pick<ExperimentFacts, "assigned"> =>
  isAssignmentStopped(experiment) && answer?.isListed
    ? { ...experiment, assigned: answer.isAssigned ? [unit] : [] }
    : experiment;
