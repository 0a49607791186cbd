// Notices about other people or tabs that edit or save the same entity. They can appear at any time,
// so they overlay the end of the form above the footer and cause no layout shift.
import { pairSideChanges } from "#console/editing/diff-merge/pair-side-changes.ts";
import { ChangesTable } from "#console/editing/diff-merge/changes-table.tsx";
import { useOtherEditors } from "#console/foundation/api/other-editors.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import type { Editable, EditedDraft } from "./entity-adapter.ts";
import type { DraftEdit } from "./use-draft-edit.ts";

interface LateNoticesProps<Entity extends Editable, Draft extends EditedDraft, Body> {
  edit: DraftEdit<Entity, Draft, Body>;
  /** Called after a click on a button that disappears together with its notice. */
  onActed: () => void;
}

export const lateNoticesID = "late-notices";

/** Whether a newer version is stored that the user has not yet merged or begun to merge. */
export const isMergePending = <Entity extends Editable, Draft extends EditedDraft, Body>({
  isOutdated,
  merge,
  saved,
}: DraftEdit<Entity, Draft, Body>) => !saved && isOutdated && !merge?.conflicts.length;

export function LateNotices<Entity extends Editable, Draft extends EditedDraft, Body>({
  edit,
  onActed,
}: LateNoticesProps<Entity, Draft, Body>) {
  const { kind, nameOf, base, stored } = edit;
  const others = useOtherEditors(`${kind.section}/${stored.id}`);
  return (
    <div className="relative h-0 desk:mr-98">
      {/* The key remounts the box when its content grows, so that this does not count as a layout shift. */}
      <div
        key={String(isMergePending(edit))}
        id={lateNoticesID}
        tabIndex={-1}
        aria-live="polite"
        className="absolute bottom-0 grid max-h-[50vh] w-full max-w-3xl gap-2 overflow-y-auto bg-surface pb-2 outline-none empty:hidden"
      >
        {isMergePending(edit) ? (
          <Notice
            tone="warning"
            title={`${stored.lastModifierName ?? "Someone"} saved a newer version of this ${kind.noun}`}
            action={
              <Button
                size="small"
                onClick={() => {
                  edit.mergeNewer();
                  onActed();
                }}
              >
                Merge latest changes
              </Button>
            }
          >
            <ChangesTable
              caption="Your changes beside those of the newer version"
              audiences={pairSideChanges(
                kind.changesOf(base, stored, nameOf).audiences,
                edit.changes.audiences,
              )}
              before="Started from"
              after="Stored now"
              mine="Yours"
            />
            <p>What you typed stays. You are asked only where both changed the same thing (a conflict).</p>
          </Notice>
        ) : others > 0 ? (
          <p className="pt-2 text-12 text-text-muted">
            This {kind.noun} is open in another tab too. Each tab keeps a draft of its own, and hears of what
            the other saves.
          </p>
        ) : null}
      </div>
    </div>
  );
}
