// The frame of dialogs that write a single entity: shows the question, the request, and any error that the service returns.
import type { ReactNode } from "react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { ApiFailure, problemsOfFailure } from "#console/foundation/api/failure.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { RequestDetails, type RequestRow } from "./request-details.tsx";

interface Subject {
  readonly id: string;
  readonly name?: string | null | undefined;
  readonly version?: number | null | undefined;
}

export interface WriteDialogProps {
  /** The entity as it was when the dialog opened or last reloaded it. */
  subject: Subject;
  /** Reloads the subject. */
  readAgain: () => Promise<void>;
  onClose: () => void;
  title: string;
  /** The endpoint that the dialog calls. */
  row: RequestRow;
  /** Why the action is not allowed. */
  refusal?: string | undefined;
  /** The action ends or deletes something. */
  isDanger?: boolean;
  description: ReactNode;
  /** Label of the confirm button. */
  label: string;
  /** Message shown after success. */
  done: string;
  /** Error of the save, or of the check before it. */
  error: Error | null;
  isPending: boolean;
  /** Clears the error. */
  reset: () => void;
  send: (onSuccess: () => void) => void;
  /** Body of the request; absent where the URL alone identifies the action. */
  body?: object;
  /** Body fields that display their own validation errors. */
  fields?: readonly string[];
  /** Why the input is incomplete, and the id of the missing field. */
  missing?: { reason: string; field?: string } | undefined;
  children?: ReactNode;
}

export function WriteDialog(props: WriteDialogProps) {
  const { row, subject, error, isPending, send, body, fields = [], missing, onClose } = props;
  const name = subject.name ?? subject.id;
  const toast = useToast();
  const keyRefusal = useSaveRefusal();
  const isConflict = error instanceof ApiFailure && error.status === 412;
  const isShown = problemsOfFailure(error).some(({ property }) => fields.includes(property));
  const readAgain = async () => {
    await props.readAgain();
    props.reset();
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
        <RequestDetails row={row} subject={subject} body={body} />
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
