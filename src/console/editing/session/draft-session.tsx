// The page of an entity while it is edited: head, notices, the form or the review in its place, and the steps to a save.
import { useSearch } from "@tanstack/react-router";
import { Fragment, useState, type ReactNode } from "react";
import type { Problem } from "#contract/api-error.ts";
import { hasProduction, isNone, type Environments } from "#targeting/evaluate/changed-environments.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { countChanges } from "#console/editing/diff-merge/changes.ts";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import { andList, plural } from "#console/foundation/ui/wording.ts";
import { DraftFooter, DraftSteps } from "./draft-footer.tsx";
import { DraftNotices, noticesID } from "./draft-notices.tsx";
import { conflictsText, newerText } from "./draft-words.ts";
import { isAskedToMerge, LateNotices, lateNoticesID } from "./late-notices.tsx";
import { DraftQuestions } from "./draft-questions.tsx";
import type { Accepted, Editable, EditedDraft } from "./edited-kind.ts";
import type { DraftEdit } from "./use-draft-edit.ts";
import { savedPlace, type Place } from "./reader-place.ts";
import { useViewFocus } from "./view-focus.ts";

const headID = "edited";

interface DraftSessionProps<Entity extends Editable, Draft extends EditedDraft, Body> {
  edit: DraftEdit<Entity, Draft, Body>;
  /** Why the next step is not possible now, beside what holds for every draft. */
  blockedBy?: string | undefined;
  /** Id of the field that changes that. */
  blockedField?: string;
  /** The step to a save, in place of the review. */
  step?: { label: string; onSelect: () => void } | undefined;
  /** The foot of the form, in place of the usual one. */
  foot?: (steps: SessionSteps) => ReactNode;
  /** A column beside the form and its head; below them where there is no room. */
  aside?: ReactNode;
  /** Head and tabs while the form is in view. */
  head: ReactNode;
  /** Stands before the notices of the draft. */
  notice?: ReactNode;
  /** The form, in one of its tabs. */
  children: ReactNode;
  review: (accepted: Accepted<Entity, Body>) => ReactNode;
  /** A panel beside the form that shows the steps at its own foot. */
  panel?: ((steps: ReactNode) => ReactNode) | undefined;
  /** The foot is in view also while nothing is changed. */
  hasSteadyFooter?: boolean;
  /** Problems to count at the foot, also those that no review has shown. */
  problems?: readonly Problem[];
  onSaved?: (stored: Entity) => void;
  onDiscard?: () => void;
}

/** The next step with the reason why it is not possible now, and the way to give the draft up. */
export interface SessionSteps {
  next: {
    label: string;
    onSelect: () => void;
    disabledReason: string | undefined;
    field: string | undefined;
  };
  onDiscard: () => void;
}

const columns =
  "grid flex-1 grid-cols-[minmax(0,1fr)] min-[1241px]:grid-cols-[minmax(0,1fr)_392px] min-[1431px]:grid-cols-[minmax(0,1fr)_440px]";

/** Production is named where somebody's answer changes there, and only there. */
function saveLabel(environments: Environments): string {
  const { names, hasOthers } = environments;
  if (hasProduction(environments)) return "Save to production";
  if (isNone(environments)) return "Save";
  return `Save to ${hasOthers ? "other environments" : andList(names)}`;
}

/** Why neither a review nor a save is possible now; `refusal` where nothing can be saved at all. */
function blockedReason<Entity extends Editable, Draft extends EditedDraft, Body>(
  edit: DraftEdit<Entity, Draft, Body>,
  refusal: string | undefined,
) {
  if (refusal) return refusal;
  if (edit.stored.status === "Archived") return `The ${edit.kind.noun} is archived: unarchive it first.`;
  if (edit.isBusy) return "The service is being asked.";
  if (!edit.isDirty) return "Change something first.";
  if (edit.merge?.conflicts.length) return conflictsText(edit.merge.conflicts.length);
  if (edit.isOutdated) return newerText;
  return undefined;
}

export function DraftSession<Entity extends Editable, Draft extends EditedDraft, Body>({
  edit,
  blockedBy,
  blockedField,
  step,
  foot,
  aside,
  head,
  notice,
  children,
  review,
  panel,
  hasSteadyFooter = false,
  problems = edit.problems,
  onSaved,
  onDiscard,
}: DraftSessionProps<Entity, Draft, Body>) {
  const { accepted, reviewed, isDirty, name, gates } = edit;
  const [asking, setAsking] = useState(false);
  // Rules come with the names in them, which change their height, and stay once they are shown.
  const [isShown, setIsShown] = useState(gates.isRead);
  if (gates.isRead && !isShown) setIsShown(true);
  const view = useViewFocus(accepted ? "review" : "form");
  const focusLater = useFocusLater();
  const toast = useToast();
  const place: Place = useSearch({ strict: false });
  const setSearch = useSetSearch<Place>({ resetScroll: false });
  // That of what is archived says so, and is not one of a draft.
  const hasFooter = hasSteadyFooter && edit.stored.status !== "Archived";
  const own = blockedReason(edit, useSaveRefusal());
  const disabledReason = own ?? blockedBy;
  const field = own === undefined ? blockedField : isAskedToMerge(edit) ? lateNoticesID : noticesID;
  const save = async () => {
    const stored = await edit.save();
    if (!stored) return;
    onSaved?.(stored);
    toast(stored.version ? `Saved as version ${stored.version}` : "Saved");
    const now = edit.kind.draftOf(stored).rules;
    if (place.rule) setSearch(savedPlace(place, edit.draft.rules, now));
  };
  const next = reviewed
    ? { label: saveLabel(reviewed.environments), onSelect: () => void save(), disabledReason, field }
    : { label: "Review changes", onSelect: () => void edit.review(), ...step, disabledReason, field };
  const onAskToDiscard = () => setAsking(true);
  usePageActions([next, ...(isDirty ? [{ label: "Discard the draft", onSelect: onAskToDiscard }] : [])]);
  const steps = { edit: { ...edit, problems }, next, onDiscard: onAskToDiscard };
  // Where the panel lies over the page, it covers what is asked about the newer version.
  const leavePanel = () => {
    setSearch({ rule: undefined });
    focusLater(field ?? noticesID);
  };
  const isBehind = edit.isOutdated || Boolean(edit.merge?.conflicts.length);
  const isBeside = aside !== undefined && !accepted;
  const isOver = panel !== undefined && matchMedia("(width < 1101px)").matches;
  const onRefused = isBehind && isOver ? leavePanel : undefined;
  return (
    <div className="flex flex-1 flex-col">
      <div
        ref={view}
        id={headID}
        tabIndex={-1}
        className="flex min-w-0 flex-1 scroll-mt-bar flex-col outline-none focus-visible:shadow-none"
      >
        <div className={isBeside ? columns : "contents"}>
          <div className={isBeside ? "flex min-w-0 flex-col min-[1241px]:pr-6" : "contents"}>
            {accepted ? (
              <PageHead
                title={`Review ${plural(countChanges(edit.changes), "change")}`}
                facts={[
                  <span key="entity">
                    to <b>{name}</b>
                  </span>,
                  "Nothing is stored until you save.",
                ]}
              />
            ) : (
              head
            )}
            {isShown ? (
              // The review takes the place of the form: neither is the other, moved.
              <Fragment key={accepted ? "review" : "form"}>
                <DraftNotices edit={edit} isBesidePanel={!aside} onActed={() => focusLater(headID)}>
                  {accepted ? null : notice}
                </DraftNotices>
                {/* What stands above is as wide without a panel; beside the form alone it makes room. */}
                <div className={`flex-1 ${panel ? "desk:pr-98" : ""}`}>
                  {accepted ? review(accepted) : children}
                </div>
              </Fragment>
            ) : (
              <SkeletonRows label="Loading the rules" />
            )}
          </div>
          {isBeside ? aside : null}
        </div>
        {isShown ? (
          // Always in view.
          <div className="sticky bottom-0 z-3">
            <LateNotices edit={edit} onActed={() => focusLater(headID)} />
            {foot && !accepted ? (
              foot(steps)
            ) : (hasFooter || isDirty || accepted) && !panel ? (
              <DraftFooter {...steps} />
            ) : null}
          </div>
        ) : null}
      </div>
      {isShown ? panel?.(<DraftSteps {...steps} next={{ ...next, onRefused }} isNarrow />) : null}
      <DraftQuestions
        name={name}
        noun={edit.kind.noun}
        isAskingToDiscard={asking}
        onAskToDiscard={setAsking}
        onDiscard={() => {
          edit.discard();
          onDiscard?.();
          focusLater(headID);
        }}
        isNotPersisted={edit.isNotPersisted}
        onBack={accepted && edit.backToEditing}
      />
    </div>
  );
}
