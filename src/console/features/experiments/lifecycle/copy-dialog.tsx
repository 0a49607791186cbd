import type { Experiment } from "#contract/experiment.ts";
import { NewEntityDialog } from "#console/editing/create/new-entity-dialog.tsx";
import { useSave } from "#console/foundation/api/save.ts";
import { copiedPlan } from "./copied-plan.ts";

/** Creates an experiment in setup from the plan of another one in any state. */
export function CopyDialog({ experiment, onClose }: { experiment: Experiment; onClose: () => void }) {
  const plan = copiedPlan(experiment);
  return (
    <NewEntityDialog
      title="Copy an experiment"
      createLabel="Copy"
      note="The copy is in setup, with the groups, parameters, metrics and targeting of this one. Its results and decision stay here, and users are divided anew."
      copied={experiment.name}
      creation={useSave("createExperiment", { leaves: true })}
      bodyOf={(name, description) => ({ ...plan, name, ...(description && { description }) })}
      page="/$company/experiments/$id"
      onClose={onClose}
    />
  );
}
