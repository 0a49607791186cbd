import { CircleAlert } from "lucide-react";
import { countChanges, countText } from "#console/editing/diff-merge/changes.ts";
import { Button, lineAbove } from "#console/foundation/ui/button.tsx";
import type { PageAction } from "#console/foundation/ui/page-actions.tsx";
import { DraftKept } from "./draft-kept.tsx";
import { errorsText } from "./draft-words.ts";
import type { Editable, EditedDraft } from "./edited-kind.ts";
import type { DraftEdit } from "./use-draft-edit.ts";

type FooterEdit = Pick<
  DraftEdit<Editable, EditedDraft, unknown>,
  "isDirty" | "changes" | "problems" | "isNotPersisted" | "persistedAt" | "accepted" | "backToEditing"
>;

interface DraftFooterProps {
  edit: FooterEdit;
  /** The review, or the save that follows it. */
  next: PageAction & { field?: string | undefined; onRefused?: (() => void) | undefined };
  onDiscard: () => void;
}

function DraftState({ edit, isNarrow }: { edit: FooterEdit; isNarrow: boolean }) {
  if (!edit.isDirty) return <span className="text-text-muted">No changes</span>;
  return (
    <>
      {/* What changes is found out a moment after it is typed. */}
      <b className={`min-h-5 font-strong ${isNarrow ? "min-w-14" : "min-w-28"}`}>
        {countChanges(edit.changes) > 0 ? countText(edit.changes) : null}
      </b>
      {edit.isNotPersisted ? (
        <span className="text-warning">
          This browser’s storage is full: the draft lives in this page only
        </span>
      ) : isNarrow ? null : (
        // Without room for both, what is wrong takes its place.
        <span
          className={`text-text-muted max-tablet:basis-full ${edit.problems.length > 0 ? "max-desk:hidden" : ""}`}
        >
          <DraftKept since={edit.persistedAt} />
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

/** Where the draft stands, and the next step: for the foot of a page, and narrow for that of a panel. */
export const DraftSteps = ({
  edit,
  next,
  onDiscard,
  isNarrow = false,
}: DraftFooterProps & { isNarrow?: boolean }) => (
  <>
    {/* At the left, where no reason for a grey step moves it. */}
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
        // On a phone it has lines of its own above the buttons: it grows a moment after it is typed.
        className="flex flex-wrap items-center gap-x-4 max-tablet:order-first max-tablet:basis-full"
      >
        <DraftState edit={edit} isNarrow={isNarrow} />
      </span>
    )}
    <span className="ml-auto" />
    {/* In the line of the reason, which is always there: nothing moves when a reason comes or goes. */}
    {isNarrow && !next.disabledReason ? (
      <span className={lineAbove}>{edit.isNotPersisted ? null : <DraftKept since={edit.persistedAt} />}</span>
    ) : null}
    {/* Of a double click the second half must not save what nobody has read. */}
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

/** The foot of a page that edits. */
export const DraftFooter = (props: DraftFooterProps) => (
  <footer className="-mx-gutter flex min-h-14 items-center gap-x-4 gap-y-2 border-t border-border bg-surface px-gutter py-2 max-tablet:flex-wrap">
    <DraftSteps {...props} />
  </footer>
);
