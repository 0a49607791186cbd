import { useState } from "react";
import { endpoints } from "#contract/endpoints.ts";
import type { Change } from "#console/editing/diff-merge/changes.ts";
import { WriteDialog } from "#console/editing/review/write-dialog.tsx";
import { ReasonField } from "#console/editing/session/reason-field.tsx";
import type { FormEntity } from "./form-kind.ts";
import type { FormResource } from "./use-form-save.ts";

/** Lists the changes with their old and new values. */
export const ChangeList = ({ changes }: { changes: readonly Change[] }) => (
  <dl aria-label="Changes" className="border-t border-border">
    {changes.map(({ what, before, after }) => (
      <div
        key={what}
        className="grid gap-x-3 border-b border-border py-2 tablet:grid-cols-[136px_minmax(0,1fr)]"
      >
        <dt className="font-medium break-words">{what}</dt>
        <dd className="min-w-0 break-words whitespace-pre-line">
          <del className="text-text-muted no-underline">
            <span className="sr-only">was </span>
            {before}
          </del>{" "}
          <span aria-hidden className="text-text-muted">
            →
          </span>{" "}
          <ins className="font-medium no-underline">
            <span className="sr-only">becomes </span>
            {after}
          </ins>
        </dd>
      </div>
    ))}
  </dl>
);

interface FormReviewProps {
  resource: FormResource;
  noun: string;
  subject: FormEntity;
  review: {
    error: Error | null;
    isPending: boolean;
    reset: () => void;
    close: () => void;
    readAgain: () => Promise<void>;
    send: (reason: string, onSuccess: () => void) => void;
  };
  changes: readonly Change[];
  /** A sentence about the effect on served users. */
  effect: string;
  body: object;
}

/** Shows the changes that the service has accepted in a dry run, and their effect on users, before they are saved. */
export function FormReview({ resource, noun, subject, review, changes, effect, body }: FormReviewProps) {
  const [reason, setReason] = useState("");
  const typed = reason.trim();
  return (
    <WriteDialog
      subject={subject}
      readAgain={review.readAgain}
      onClose={review.close}
      title={`Save the ${noun} ${subject.name ?? subject.id}`}
      row={endpoints[`patch${resource}`]}
      description={effect || "Nobody gets anything else by it."}
      label={`Save the ${noun}`}
      done={`The ${noun} is saved`}
      error={review.error}
      isPending={review.isPending}
      reset={review.reset}
      send={(onSuccess) => review.send(typed, onSuccess)}
      body={{ ...body, ...(typed && { changeReason: typed }) }}
    >
      <ChangeList changes={changes} />
      <ReasonField value={reason} onChange={setReason} />
    </WriteDialog>
  );
}
