// The frame of the dialogs that change an experiment.
import { useQueryClient } from "@tanstack/react-query";
import type { Experiment } from "#contract/experiment.ts";
import { query } from "#console/foundation/api/query.ts";
import { WriteDialog, type WriteDialogProps } from "./write-dialog.tsx";

/** Of each of the dialogs. */
export interface LeadingProps {
  /** As it was when the dialog opened, or was read again. */
  experiment: Experiment;
  /** When it was read, ms. */
  now: number;
  onReadAgain: (experiment: Experiment) => void;
  onClose: () => void;
}

export interface ChangeDialogProps
  extends Omit<LeadingProps, "now">, Omit<WriteDialogProps, "subject" | "readAgain"> {}

export function ChangeDialog({ experiment, onReadAgain, ...props }: ChangeDialogProps) {
  const client = useQueryClient();
  const { id } = experiment;
  const readAgain = async () => {
    const answer = await client.fetchQuery({ ...query("readExperiment", { id }), staleTime: 0 });
    onReadAgain(answer.data);
  };
  return <WriteDialog {...props} subject={experiment} readAgain={readAgain} />;
}
