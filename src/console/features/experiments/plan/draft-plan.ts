// The plan of an experiment as it would be sent now: what power, pre-flight and the checks read while it is typed.
import type { ExperimentCreate, GroupUpdate } from "#contract/experiment-update.ts";

/** The fields of the body that creates an experiment; a field that cannot be read while it is typed is absent. */
export type DraftPlan = Omit<Partial<ExperimentCreate>, "groups" | "status"> & {
  readonly groups: readonly GroupUpdate[];
};

/** The plan as the panels beside the form take it. */
export interface PlanPanelProps {
  readonly plan: DraftPlan;
  /** Of the stored experiment; absent while it is a new one. */
  readonly experimentID?: string | undefined;
}
