// Shared frame of the dialogs that change an experiment.
import { useQueryClient } from "@tanstack/react-query";
import type { Experiment } from "#contract/experiment.ts";
import { query } from "#console/foundation/api/query.ts";
import { WriteDialog, type WriteDialogProps } from "#console/editing/review/write-dialog.tsx";

/** Props common to these dialogs. */
export interface ChangeDialogBaseProps {
  /** The experiment as it was when the dialog opened or last reloaded it. */
  experiment: Experiment;
  /** Time at which the experiment was read, ms. */
  now: number;
  onReadAgain: (experiment: Experiment) => void;
  onClose: () => void;
}

export interface ChangeDialogProps
  extends Omit<ChangeDialogBaseProps, "now">, Omit<WriteDialogProps, "subject" | "readAgain"> {}

export function ChangeDialog({ experiment, onReadAgain, send, ...props }: ChangeDialogProps) {
  const client = useQueryClient();
  const { id, version } = experiment;
  const reading = query("readExperiment", { id });
  const readAgain = async () => {
    // A request already in flight may return the state from before the change.
    await client.cancelQueries({ queryKey: reading.queryKey });
    const answer = await client.fetchQuery({ ...reading, staleTime: 0 });
    onReadAgain(answer.data);
  };
  // A refetch may wait for results to be computed. Until then the new version is noted here, so that the next
  // change is no conflict.
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
