// Adds to an experiment with stopped assignment whether a unit had been assigned before, which only the service knows.
import type { AssignedUnits } from "#contract/assigned-units.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { ExperimentFacts } from "#targeting/experiments/experiment-steps.ts";

export const isAssignmentStopped = ({ status }: Pick<Experiment, "status">) =>
  status === "assignment_stopped";

/** Returns the experiment for this one unit; unchanged if assignment goes on, or if too many units are assigned to list them for apps. */
export const withAssigned = (
  experiment: Experiment,
  unit: string,
  answer: AssignedUnits | undefined,
): Experiment & Pick<ExperimentFacts, "assigned"> =>
  isAssignmentStopped(experiment) && answer?.isListed
    ? { ...experiment, assigned: answer.isAssigned ? [unit] : [] }
    : experiment;
