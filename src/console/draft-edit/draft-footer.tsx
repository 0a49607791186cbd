import { CircleAlert } from "lucide-react";
import type { Problem } from "#contract/api-error.ts";
import { countChanges, countText, type Changes } from "#console/changes/changes.ts";
import { Button } from "#console/ui/button.tsx";
import { formatTime } from "#console/ui/time-format.ts";

/** What the footer shows and offers of an edit. */
interface FooterEdit {
  isDirty: boolean;
  changes: Changes;
  problems: readonly Problem[];
  isUnkept: boolean;
  keptAt: number | undefined;
  accepted: unknown;
  review: () => Promise<void>;
  backToEditing: () => void;
  saveAccepted: () => Promise<void>;
}

interface DraftFooterProps {
  edit: FooterEdit;
  /** Why the next step is not possible now. */
  blocked: string | undefined;
  onDiscard: () => void;
}

function DraftState({ edit }: { edit: FooterEdit }) {
  if (!edit.isDirty) return <span className="text-text-muted">No changes</span>;
  return (
    <>
      {countChanges(edit.changes) > 0 ? <b className="font-strong">{countText(edit.changes)}</b> : null}
      {edit.problems.length > 0 ? (
        <span className="flex items-center gap-1.5 text-danger">
          <CircleAlert size={16} aria-hidden />
          {edit.problems.length === 1 ? "1 problem" : `${edit.problems.length} problems`} to fix first
        </span>
      ) : null}
      {edit.isUnkept ? (
        <span className="text-warning">
          This browser’s storage is full: the draft lives in this page only
        </span>
      ) : (
        <span className="text-text-muted">
          Draft kept in this browser{edit.keptAt === undefined ? "" : ` since ${formatTime(edit.keptAt)}`}
        </span>
      )}
    </>
  );
}

/** Where the draft stands, and the next step: always in view. */
export const DraftFooter = ({ edit, blocked, onDiscard }: DraftFooterProps) => (
  <footer className="sticky bottom-0 z-3 -mx-gutter flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-t border-border bg-surface px-gutter py-2">
    {edit.accepted ? (
      <Button variant="quiet" onClick={edit.backToEditing}>
        Back to editing
      </Button>
    ) : (
      <span aria-live="polite" className="flex flex-wrap items-center gap-x-4">
        <DraftState edit={edit} />
      </span>
    )}
    <span className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-2">
      {edit.isDirty && !edit.accepted ? (
        <Button variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
      ) : null}
      {edit.accepted ? (
        <Button variant="primary" disabledReason={blocked} onClick={() => void edit.saveAccepted()}>
          Save to production
        </Button>
      ) : (
        <Button variant="primary" disabledReason={blocked} onClick={() => void edit.review()}>
          Review changes
        </Button>
      )}
    </span>
  </footer>
);
