// The frame of the dialogs that change an experiment: what is asked, the request, and what the service answers.
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { ApiFailure, problemsOfFailure } from "#console/foundation/api/failure.ts";
import { query } from "#console/foundation/api/query.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { RequestDetails, type RequestRow } from "./request-details.tsx";

/** Of each of the dialogs. */
export interface LeadingProps {
  /** As it was when the dialog opened, or was read again. */
  experiment: Experiment;
  /** When it was read, ms. */
  now: number;
  onReadAgain: (experiment: Experiment) => void;
  onClose: () => void;
}

export interface ChangeDialogProps extends Omit<LeadingProps, "now"> {
  title: string;
  /** Of the endpoint that is asked. */
  row: RequestRow;
  /** Why the experiment does not allow it. */
  refusal?: string | undefined;
  /** Something ends or is gone by it. */
  isDanger?: boolean;
  description: ReactNode;
  /** Of the button. */
  label: string;
  /** Said once it is done. */
  done: string;
  /** Of the save, or of the check before it. */
  error: Error | null;
  isPending: boolean;
  /** Forgets the error. */
  reset: () => void;
  send: (onSuccess: () => void) => void;
  /** Absent where the address says all. */
  body?: object;
  /** Fields of the body that show their problems themselves. */
  fields?: readonly string[];
  /** The reason why it is not complete, and the id of the field that is missing. */
  missing?: { reason: string; field?: string } | undefined;
  children?: ReactNode;
}

export function ChangeDialog(props: ChangeDialogProps) {
  const { row, experiment, error, isPending, send, body, fields = [], missing, onClose } = props;
  const { id, name } = experiment;
  const client = useQueryClient();
  const toast = useToast();
  const keyRefusal = useSaveRefusal();
  const isConflict = error instanceof ApiFailure && error.status === 412;
  const isShown = problemsOfFailure(error).some(({ property }) => fields.includes(property));
  const readAgain = async () => {
    const answer = await client.fetchQuery({ ...query("readExperiment", { id }), staleTime: 0 });
    props.reset();
    props.onReadAgain(answer.data);
  };
  const submit = () => {
    if (isPending) return;
    send(() => {
      toast(props.done);
      onClose();
    });
  };
  const ownRefusal = isConflict ? "It was changed meanwhile" : missing?.reason;
  return (
    <Dialog
      onClose={onClose}
      title={props.title}
      description={props.description}
      width={560}
      asks
      cancelLabel="Keep as it is"
      action={{
        label: props.label,
        onClick: submit,
        refusal: keyRefusal ?? props.refusal ?? ownRefusal,
        ...(missing?.field && { field: missing.field }),
        isDanger: props.isDanger ?? false,
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-3">
        {props.children}
        <RequestDetails row={row} experiment={experiment} body={body} />
        {isConflict ? (
          <Notice
            tone="warning"
            title={`${name} was changed meanwhile`}
            action={
              <Button size="small" onClick={() => void readAgain().catch(() => undefined)}>
                Read it again
              </Button>
            }
          >
            Nothing was changed by you. What you typed stays here.
          </Notice>
        ) : error && !isShown ? (
          <SaveFailure error={error} reassurance="Nothing was changed. What you typed is still here." />
        ) : null}
      </div>
    </Dialog>
  );
}
