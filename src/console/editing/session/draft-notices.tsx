import type { ReactNode } from "react";
import type { Problem } from "#contract/api-error.ts";
import { ApiFailure, problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useOtherEditors } from "#console/foundation/api/tabs.ts";
import type { Changes } from "#console/editing/diff-merge/changes.ts";
import { ChangesTable } from "#console/editing/diff-merge/changes-table.tsx";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { ErrorSummary, type SummaryProblem } from "#console/foundation/ui/error-summary.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { Time } from "#console/foundation/ui/time.tsx";
import type { Editable, Saved } from "./edited-kind.ts";
import { MergeNotice } from "./merge-notice.tsx";
import { SaveSummary } from "./save-summary.tsx";
import type { DraftEdit } from "./use-draft-edit.ts";

interface DraftNoticesProps<Entity extends Editable, Draft extends object, Body> {
  edit: DraftEdit<Entity, Draft, Body>;
  /** Such as "config". */
  noun: string;
  /** Path of the drafts, such as "gates/checkout". */
  path: string;
  /** From one state to another, in words. */
  changesOf: (before: Entity, after: Entity) => Changes;
  /** What was asked with a save, as the entity that it would make. */
  requestedOf: (saved: Saved<Entity, Body>) => Entity;
  /** A problem with the field it stands at, and how that comes into view. */
  toSummary: (problem: Problem) => SummaryProblem;
  children?: ReactNode;
}

/** A newer version is told as one, and for another key the page itself asks. */
const isShownElsewhere = (failure: Error) =>
  failure instanceof ApiFailure && (failure.status === 412 || failure.status === 401);

function Outdated<Entity extends Editable, Draft extends object, Body>({
  edit: { base, stored, mergeNewer },
  noun,
  changesOf,
}: DraftNoticesProps<Entity, Draft, Body>) {
  return (
    <Notice
      tone="warning"
      title={`${stored.lastModifierName ?? "Someone"} saved this ${noun} meanwhile`}
      action={
        <Button size="small" onClick={mergeNewer}>
          Bring version {stored.version} into my draft
        </Button>
      }
    >
      <ChangesTable
        caption="What was saved meanwhile"
        changes={{ ...changesOf(base, stored), unchanged: [] }}
        before="You started from"
        after="Stored now"
      />
      <p>What you typed stays. Only where you both changed the same thing will you be asked.</p>
    </Notice>
  );
}

/** The one thing that the reader should know first. */
function FirstNotice<Entity extends Editable, Draft extends object, Body>(
  props: DraftNoticesProps<Entity, Draft, Body>,
) {
  const { edit, changesOf, requestedOf, toSummary } = props;
  const { saved, merge, failure, problems, restored } = edit;
  if (saved)
    return (
      <SaveSummary
        name={saved.stored.name ?? saved.stored.id}
        version={saved.stored.version}
        changes={changesOf(saved.before, saved.stored)}
        otherwise={changesOf(requestedOf(saved), saved.stored)}
        onUndo={() => edit.restore(saved.before)}
        onClose={edit.closeSummary}
      />
    );
  if (edit.isOutdated) return <Outdated {...props} />;
  if (merge && (merge.conflicts.length > 0 || !edit.accepted))
    return <MergeNotice {...merge} isUsedUp={!edit.isDirty} onDecide={edit.decide} />;
  if (failure && !isShownElsewhere(failure) && problemsOfFailure(failure).length === 0)
    return (
      <SaveFailure
        error={failure}
        reassurance="Nothing was stored by half. What you typed is kept; try again when you like."
      />
    );
  if (problems.length > 0)
    return <ErrorSummary title="This draft cannot be saved yet" problems={problems.map(toSummary)} />;
  if (restored !== undefined && edit.isDirty)
    return (
      <p className="text-12 text-text-muted">
        Your draft of <Time value={restored} relative /> was restored.
      </p>
    );
  return null;
}

/** What the reader must know before going on; `children` come first. */
export function DraftNotices<Entity extends Editable, Draft extends object, Body>(
  props: DraftNoticesProps<Entity, Draft, Body>,
) {
  const others = useOtherEditors(props.path);
  return (
    <div aria-live="polite" className="grid gap-2 pt-3 empty:hidden">
      {props.children}
      {others > 0 ? (
        <p className="text-12 text-text-muted">
          This {props.noun} is open in another tab too. Each tab keeps a draft of its own, and hears of what
          the other saves.
        </p>
      ) : null}
      <FirstNotice {...props} />
    </div>
  );
}
