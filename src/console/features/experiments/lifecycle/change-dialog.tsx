// The frame of the dialogs that change an experiment.
import { useQueryClient } from "@tanstack/react-query";
import type { Experiment } from "#contract/experiment.ts";
import { query } from "#console/foundation/api/query.ts";
import { WriteDialog, type WriteDialogProps } from "#console/editing/review/write-dialog.tsx";

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

export function ChangeDialog({ experiment, onReadAgain, send, ...props }: ChangeDialogProps) {
  const client = useQueryClient();
  const { id, version } = experiment;
  const reading = query("readExperiment", { id });
  const readAgain = async () => {
    // One that is on its way may have been answered before the change.
    await client.cancelQueries({ queryKey: reading.queryKey });
    const answer = await client.fetchQuery({ ...reading, staleTime: 0 });
    onReadAgain(answer.data);
  };
  // To read it again may take as long as its results: meanwhile the next change is no conflict with this one.
  const noteVersion = () =>
    client.setQueryData(reading.queryKey, (answer) =>
      answer && version && answer.data.version === version
        ? { ...answer, data: { ...answer.data, version: version + 1 } }
        : answer,
    );
  const sendAndNote = (onSuccess: () => void) =>
    send(() => {
      noteVersion();
      onSuccess();
    });
  return <WriteDialog {...props} subject={experiment} readAgain={readAgain} send={sendAndNote} />;
}
