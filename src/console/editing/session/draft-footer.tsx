import { CircleAlert } from "lucide-react";
import { countChanges, countText } from "#console/editing/diff-merge/changes.ts";
import { Button, lineAbove } from "#console/foundation/ui/button.tsx";
import type { PageAction } from "#console/foundation/ui/page-actions.tsx";
import { DraftPersistedNote } from "./draft-persisted-note.tsx";
import { errorsText } from "./draft-words.ts";
import type { Editable, EditedDraft } from "./entity-adapter.ts";
import type { DraftEdit } from "./use-draft-edit.ts";

type FooterEdit = Pick<
  DraftEdit<Editable, EditedDraft, unknown>,
  "isDirty" | "changes" | "problems" | "isNotPersisted" | "persistedAt" | "accepted" | "backToEditing"
>;

interface DraftFooterProps {
  edit: FooterEdit;
  /** The next step: the review, or the save after it. */
  next: PageAction & { field?: string | undefined; onRefused?: (() => void) | undefined };
  onDiscard: () => void;
}

function DraftState({ edit, isNarrow }: { edit: FooterEdit; isNarrow: boolean }) {
  if (!edit.isDirty) return <span className="text-text-muted">No changes</span>;
  return (
    <>
      {/* The count is deferred while the user types: the minimum width avoids a layout shift. */}
      <b className={`min-h-5 font-strong ${isNarrow ? "min-w-14" : "min-w-28"}`}>
        {countChanges(edit.changes) > 0 ? countText(edit.changes) : null}
      </b>
      {edit.isNotPersisted ? (
        <span className="text-warning">
          This browser’s storage is full: the draft lives in this page only
        </span>
      ) : isNarrow ? null : (
        // On narrow screens the number of errors replaces this text.
        <span
          className={`text-text-muted max-tablet:basis-full ${edit.problems.length > 0 ? "max-desk:hidden" : ""}`}
        >
          <DraftPersistedNote since={edit.persistedAt} />
        </span>
      )}
      {edit.problems.length > 0 ? (
        <span className={`flex items-center gap-1.5 text-danger ${isNarrow ? "" : "max-tablet:basis-full"}`}>
          <CircleAlert size={16} aria-hidden />
          {errorsText(edit.problems.length)}
        </span>
      ) : null}
    </>
  );
}

/** The state of the draft and the buttons for the next step: for the footer of a page or, with `isNarrow`, of a panel. */
export const DraftSteps = ({
  edit,
  next,
  onDiscard,
  isNarrow = false,
}: DraftFooterProps & { isNarrow?: boolean }) => (
  <>
    {/* On the left, so that the reason for a disabled next step does not move this button. */}
    {edit.isDirty && !edit.accepted ? (
      <Button variant="quiet" className="-ml-2" onClick={onDiscard}>
        Discard
      </Button>
    ) : null}
    {edit.accepted ? (
      <Button variant="quiet" onClick={edit.backToEditing}>
        Back to editing
      </Button>
    ) : (
      <span
        aria-live="polite"
        // On a phone the state has its own lines above the buttons, because it grows shortly after the user types.
        className="flex flex-wrap items-center gap-x-4 max-tablet:order-first max-tablet:basis-full"
      >
        <DraftState edit={edit} isNarrow={isNarrow} />
      </span>
    )}
    <span className="ml-auto" />
    {/* Shares the reserved line of the disabled reason, so that nothing moves when a reason appears or disappears. */}
    {isNarrow && !next.disabledReason ? (
      <span className={lineAbove}>
        {edit.isNotPersisted ? null : <DraftPersistedNote since={edit.persistedAt} />}
      </span>
    ) : null}
    {/* The second click of a double click must not save a review that nobody has read. */}
    <Button
      key={next.label}
      variant="primary"
      disabledReason={next.disabledReason}
      field={next.field}
      onRefused={next.onRefused}
      reasonAt={isNarrow ? "above" : "before"}
      onClick={({ detail }) => detail < 2 && next.onSelect()}
    >
      {next.label}
    </Button>
  </>
);

/** The footer of a page with a draft. */
export const DraftFooter = (props: DraftFooterProps) => (
  <footer className="-mx-gutter flex min-h-14 items-center gap-x-4 gap-y-2 border-t border-border bg-surface px-gutter py-2 max-tablet:flex-wrap">
    <DraftSteps {...props} />
  </footer>
);
