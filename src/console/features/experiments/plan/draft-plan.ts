// The plan of an experiment as it would be sent now; read by power, pre-flight and the checks while it is edited.
import type { ExperimentCreate, GroupUpdate } from "#contract/experiment-update.ts";

/** The fields of the body that creates an experiment; fields whose text cannot be parsed are absent. */
export type DraftPlan = Omit<Partial<ExperimentCreate>, "groups" | "status"> & {
  readonly groups: readonly GroupUpdate[];
};

/** Props of the panels beside the form. */
export interface PlanPanelProps {
  readonly plan: DraftPlan;
  /** Id of the stored experiment; absent for a new one. */
  readonly experimentID?: string | undefined;
}
