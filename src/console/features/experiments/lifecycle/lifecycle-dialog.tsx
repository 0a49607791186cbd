// The dialog of the action named in the address. It keeps the experiment it opened with until that is explicitly reloaded.
import { useState, type ComponentType } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { PageAction } from "./action-words.ts";
import type { ChangeDialogBaseProps } from "./change-dialog.tsx";
import { AllocationDialog, PauseDialog, ResumeDialog } from "./assignment-dialogs.tsx";
import { RampDialog, StopRampDialog } from "./ramp-dialog.tsx";
import { CopyDialog } from "./copy-dialog.tsx";
import { DecideDialog } from "./decide-dialog.tsx";
import { ExtendDialog } from "./extend-dialog.tsx";
import {
  AbandonDialog,
  ArchiveDialog,
  DeleteDialog,
  ResetDialog,
  UnarchiveDialog,
} from "./simple-dialogs.tsx";
import { StartDialog } from "./start-dialog.tsx";

const dialogs: Readonly<Record<PageAction, ComponentType<ChangeDialogBaseProps>>> = {
  start: StartDialog,
  decide: DecideDialog,
  abandon: AbandonDialog,
  reset: ResetDialog,
  archive: ArchiveDialog,
  unarchive: UnarchiveDialog,
  delete: DeleteDialog,
  extend: ExtendDialog,
  pause: PauseDialog,
  resume: ResumeDialog,
  grow: AllocationDialog,
  ramp: RampDialog,
  stop_ramp: StopRampDialog,
  copy: CopyDialog,
};

interface LifecycleDialogProps {
  action: PageAction;
  experiment: Experiment;
  now: number;
  onClose: () => void;
}

export function LifecycleDialog({ action, experiment, now, onClose }: LifecycleDialogProps) {
  const [opened, setOpened] = useState(experiment);
  const Dialog = dialogs[action];
  return <Dialog experiment={opened} now={now} onReadAgain={setOpened} onClose={onClose} />;
}
