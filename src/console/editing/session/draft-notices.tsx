import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiFailure, problemsOfFailure } from "#console/foundation/api/failure.ts";
import { sentenceOf } from "#console/foundation/code-editor/problems.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { ErrorSummary } from "#console/foundation/ui/error-summary.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { Time } from "#console/foundation/ui/time.tsx";
import { errorsText } from "./draft-words.ts";
import type { Editable, EditedDraft } from "./entity-adapter.ts";
import { isMergePending } from "./late-notices.tsx";
import { MergeNotice } from "./merge-notice.tsx";
import { problemPlace } from "./problem-place.ts";
import { storedOtherwise } from "./stored-otherwise.ts";
import { SaveSummary } from "./save-summary.tsx";
import type { DraftEdit } from "./use-draft-edit.ts";

interface DraftNoticesProps<Entity extends Editable, Draft extends EditedDraft, Body> {
  edit: DraftEdit<Entity, Draft, Body>;
  /** Called after a click on a button that disappears together with its notice. */
  onActed: () => void;
  /** Keeps the notices at the same width with and without a panel, which must not cover them. */
  isBesidePanel?: boolean;
  /** Shown before the notices of the draft. */
  children?: ReactNode;
}

/** A version conflict (412) has a notice of its own, and after a refused key (401) the page itself asks for another. */
const isShownElsewhere = (failure: Error) =>
  failure instanceof ApiFailure && (failure.status === 412 || failure.status === 401);

/** Shows only the most important notice. */
function FirstNotice<Entity extends Editable, Draft extends EditedDraft, Body>(
  props: DraftNoticesProps<Entity, Draft, Body>,
) {
  const { edit, onActed } = props;
  const { kind, nameOf, saved, merge, failure, problems, stored, restored, restoredFrom } = edit;
  const navigate = useNavigate();
  const acting =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      act(...args);
      onActed();
    };
  if (saved)
    return (
      <SaveSummary
        name={edit.name}
        version={saved.stored.version}
        changes={kind.changesOf(saved.before, saved.stored, nameOf)}
        otherwise={storedOtherwise(kind, saved.requested, saved.stored, nameOf)}
        onUndo={acting(edit.undo)}
        onClose={acting(edit.closeSummary)}
      />
    );
  if (isMergePending(edit)) return null;
  if (merge && !edit.accepted)
    return (
      <MergeNotice
        {...merge}
        who={merge.theirs.lastModifierName ?? "Someone"}
        version={merge.theirs.version ?? null}
        isUsedUp={!edit.isDirty}
        onDecide={acting(edit.decide)}
      />
    );
  if (failure && !isShownElsewhere(failure) && problemsOfFailure(failure).length === 0)
    return (
      <SaveFailure
        error={failure}
        reassurance="Nothing was saved. Your draft is kept; try again when you like."
      />
    );
  if (problems.length > 0)
    return (
      <ErrorSummary
        title={`${errorsText(problems.length)} before this draft can be saved`}
        problems={problems.map(({ property, errorMessage }) => {
          const { id, label, search } = {
            ...problemPlace(property, edit.draft, kind.tabOf),
            ...kind.placeOf?.(property, edit.draft),
          };
          return {
            id,
            label,
            message: sentenceOf(errorMessage),
            bring: () => navigate({ to: ".", search: (before) => ({ ...before, ...search }), replace: true }),
          };
        })}
      />
    );
  if (restoredFrom !== undefined && edit.isDirty && !edit.accepted)
    return (
      <Notice tone="info" title={`Version ${restoredFrom} is in your draft`}>
        {stored.version ? `Version ${stored.version} is still the stored one. ` : ""}Nothing changes before
        you review and save.
      </Notice>
    );
  // The line stays when the user reverts the draft by typing, so that nothing below it moves.
  if (restored !== undefined)
    return (
      // The time is last in the line, so that nothing moves when it is updated.
      <p className="text-12 text-text-muted">
        {edit.isDirty ? (
          <>
            Your draft was restored; you last changed it <Time value={restored} relative />
          </>
        ) : (
          "Your draft is the same as what is stored now."
        )}
      </p>
    );
  return null;
}

/** DOM id of the notices; focus moves here when a decision by the user is pending. */
export const noticesID = "draft-notices";

/** The notices that the user needs to see before going on. */
export function DraftNotices<Entity extends Editable, Draft extends EditedDraft, Body>(
  props: DraftNoticesProps<Entity, Draft, Body>,
) {
  const { gates } = props.edit;
  return (
    <div
      id={noticesID}
      tabIndex={-1}
      aria-live="polite"
      className={`grid gap-2 pt-3 outline-none empty:hidden ${props.isBesidePanel ? "desk:pr-98" : ""}`}
    >
      {props.children}
      {gates.error ? (
        <Notice
          tone="warning"
          title="The gates that the rules refer to could not be read"
          action={
            <Button size="small" onClick={gates.retry}>
              Retry
            </Button>
          }
        >
          They are shown by their ids, and users cannot be judged by them. {gates.error.message}
        </Notice>
      ) : null}
      <FirstNotice {...props} />
    </div>
  );
}
