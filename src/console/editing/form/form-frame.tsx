// The frame of a form that edits a whole entity: errors, merged changes of colleagues, the fields, and the buttons up to the save.
import { type ReactNode, useEffect, useState } from "react";
import { DraftPersistedNote } from "#console/editing/session/draft-persisted-note.tsx";
import { DraftQuestions } from "#console/editing/session/draft-questions.tsx";
import { conflictsText, errorsText } from "#console/editing/session/draft-words.ts";
import { MergeNotice } from "#console/editing/session/merge-notice.tsx";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { ErrorSummary } from "#console/foundation/ui/error-summary.tsx";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { Time } from "#console/foundation/ui/time.tsx";
import type { FormEntity } from "./form-kind.ts";
import type { FormEdit } from "./use-form-draft.ts";

type AnyEdit = Omit<FormEdit<FormEntity, { name: string }>, "change" | "clean" | "merge"> & {
  merge: { theirs: FormEntity; taken: readonly string[]; conflicts: readonly ShownConflict[] } | undefined;
};
type ShownConflict = Parameters<typeof MergeNotice>[0]["conflicts"][number];

function Kept({ edit }: { edit: AnyEdit }) {
  if (!edit.isDirty) return <span className="text-text-muted">No changes</span>;
  if (edit.isNotPersisted)
    return (
      <span className="text-warning">This browser’s storage is full: the draft lives in this page only</span>
    );
  return (
    <span className="text-text-muted">
      <DraftPersistedNote since={edit.persistedAt} />
    </span>
  );
}

export interface FormSave {
  readonly submit: () => void;
  /** Validation errors: the id and label of each field, and the message. */
  readonly summary: readonly { id: string; label: string; message: string }[];
  readonly isPending: boolean;
  /** Any failure other than a validation error or a version conflict, which is merged instead. */
  readonly failure: Error | null;
  /** The save was refused because a newer version is stored. */
  readonly isOutdated: boolean;
  /** Clears the refusal. */
  readonly reset: () => void;
}

interface FormFrameProps {
  edit: AnyEdit;
  save: FormSave;
  noun: string;
  /** Label of the save button. */
  label: string;
  /** Leaves the form without saving; the draft is kept. */
  onLeave: () => void;
  /** No space is reserved beside the fields. */
  isWide?: boolean;
  /** Content shown beside the fields. */
  aside?: ReactNode;
  dialogs?: ReactNode;
  children: ReactNode;
}

export function FormFrame(props: FormFrameProps) {
  const { edit, save, noun, label, onLeave, aside, dialogs, children, isWide = false } = props;
  const refusal = useSaveRefusal();
  const [isAsking, setIsAsking] = useState(false);
  const { draft, base, merge, merged, isDirty } = edit;
  const name = base?.name ?? (draft.name.trim() || `the new ${noun}`);
  const conflicts = merge?.conflicts ?? [];
  const { isOutdated, reset, summary } = save;
  // Clears the refusal once the newer version has been merged.
  useEffect(() => {
    if (isOutdated && !merge) reset();
  }, [isOutdated, merge, reset]);
  const disabledReason =
    refusal ??
    (conflicts.length > 0
      ? conflictsText(conflicts.length)
      : base && !isDirty
        ? "Change something first."
        : undefined);
  usePageActions([{ label, onSelect: save.submit, disabledReason }]);
  const incoming = merge ?? merged;
  return (
    <form
      noValidate
      className="flex flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        if (disabledReason === undefined) save.submit();
      }}
    >
      <div
        className={`grid flex-1 content-start gap-x-10 ${isWide ? "" : "desk:grid-cols-[minmax(0,1fr)_392px]"}`}
      >
        <div className={`min-w-0 ${isWide ? "" : "max-w-184"}`}>
          <div aria-live="polite" className="grid gap-2 pt-3 empty:hidden">
            {save.failure ? (
              <SaveFailure
                error={save.failure}
                reassurance="Nothing was saved. What you typed is still here."
              />
            ) : null}
            {summary.length > 0 ? (
              <ErrorSummary
                title={`${errorsText(summary.length)} before it can be saved`}
                problems={[...summary]}
              />
            ) : null}
            {incoming ? (
              <MergeNotice
                who={incoming.theirs.lastModifierName ?? "Someone"}
                version={incoming.theirs.version ?? null}
                taken={incoming.taken}
                conflicts={conflicts}
                isUsedUp={!isDirty}
                onDecide={edit.decide}
              />
            ) : edit.restoredAt !== undefined && isDirty ? (
              <p className="text-12 text-text-muted">
                Your draft was restored; you last changed it <Time value={edit.restoredAt} relative />
              </p>
            ) : null}
          </div>
          {children}
        </div>
        {aside}
      </div>
      <footer className="sticky bottom-0 z-3 -mx-gutter flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-t border-border bg-surface px-gutter py-2">
        <span aria-live="polite" className="min-w-0 max-tablet:basis-full">
          <Kept edit={edit} />
        </span>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-3">
          {isDirty ? (
            <Button variant="quiet" onClick={() => setIsAsking(true)}>
              Discard
            </Button>
          ) : (
            <Button variant="quiet" onClick={onLeave}>
              Cancel
            </Button>
          )}
          <Button type="submit" variant="primary" aria-busy={save.isPending} disabledReason={disabledReason}>
            {label}
          </Button>
        </span>
      </footer>
      {dialogs}
      <DraftQuestions
        name={name}
        noun={noun}
        isAskingToDiscard={isAsking}
        onAskToDiscard={setIsAsking}
        onDiscard={() => {
          edit.discard();
          reset();
        }}
        isNotPersisted={edit.isNotPersisted}
      />
    </form>
  );
}
