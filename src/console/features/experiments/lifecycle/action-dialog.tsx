// Shared frame of the dialogs that change the state of an experiment.
import { experimentEndpoints } from "#contract/experiment-endpoints.ts";
import type { ExperimentAction } from "#contract/experiment-states.ts";
import { actionLabels, isDangerous, refusalOf } from "./action-words.ts";
import { ChangeDialog, type ChangeDialogProps, type ChangeDialogBaseProps } from "./change-dialog.tsx";

const rows = {
  start: experimentEndpoints.startExperiment,
  decide: experimentEndpoints.decideExperiment,
  abandon: experimentEndpoints.abandonExperiment,
  reset: experimentEndpoints.resetExperiment,
  archive: experimentEndpoints.archiveExperiment,
  unarchive: experimentEndpoints.unarchiveExperiment,
  delete: experimentEndpoints.deleteExperiment,
} satisfies Record<ExperimentAction, unknown>;

interface ActionDialogProps
  extends ChangeDialogBaseProps, Omit<ChangeDialogProps, "title" | "row" | "refusal" | "isDanger"> {
  action: ExperimentAction;
}

export const ActionDialog = ({ action, now, ...props }: ActionDialogProps) => (
  <ChangeDialog
    {...props}
    title={`${actionLabels[action]} ${props.experiment.name}`}
    row={rows[action]}
    refusal={refusalOf(action, props.experiment, now)}
    isDanger={isDangerous(action)}
  />
);
