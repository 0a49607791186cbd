// The page of an entity with a draft: header, notices, the form or its review, and the buttons up to the save.
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
import { isMergePending, LateNotices, lateNoticesID } from "./late-notices.tsx";
import { DraftQuestions } from "./draft-questions.tsx";
import type { Accepted, Editable, EditedDraft } from "./entity-adapter.ts";
import type { DraftEdit } from "./use-draft-edit.ts";
import { savedPlace, type Place } from "./reader-place.ts";
import { useViewFocus } from "./view-focus.ts";

const headID = "edited";

interface DraftSessionProps<Entity extends Editable, Draft extends EditedDraft, Body> {
  edit: DraftEdit<Entity, Draft, Body>;
  /** Why the next step is not possible now, in addition to the reasons that apply to every draft. */
  blockedBy?: string | undefined;
  /** DOM id of the field that removes this reason. */
  blockedField?: string;
  /** The next step, where it is not the usual review. */
  step?: { label: string; onSelect: () => void } | undefined;
  /** Replaces the usual footer of the form. */
  foot?: (steps: SessionSteps) => ReactNode;
  /** A column beside the form and its header, or below them on narrow screens. */
  aside?: ReactNode;
  /** Header and tabs, while the form is shown. */
  head: ReactNode;
  /** Shown before the notices of the draft. */
  notice?: ReactNode;
  /** The form, or its current tab. */
  children: ReactNode;
  review: (accepted: Accepted<Entity, Body>) => ReactNode;
  /** A panel beside the form that shows the step buttons in its own footer. */
  panel?: ((steps: ReactNode) => ReactNode) | undefined;
  /** Shows the footer even without changes. */
  hasSteadyFooter?: boolean;
  /** Validation errors counted in the footer, including those that no review has shown. */
  problems?: readonly Problem[];
  onSaved?: (stored: Entity) => void;
  onDiscard?: () => void;
}

/** The next step, with the reason why it is disabled, and the action that discards the draft. */
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

/** Label of the save button; names production only if what some users get changes there. */
function saveLabel(environments: Environments): string {
  const { names, hasOthers } = environments;
  if (hasProduction(environments)) return "Save to production";
  if (isNone(environments)) return "Save";
  return `Save to ${hasOthers ? "other environments" : andList(names)}`;
}

/** Returns why the draft can be neither reviewed nor saved now; `refusal` applies where the user cannot save at all. */
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
  // The rules are shown once the names of the gates in them are loaded, since those change their height, and stay from then on.
  const [isShown, setIsShown] = useState(gates.isRead);
  if (gates.isRead && !isShown) setIsShown(true);
  const view = useViewFocus(accepted ? "review" : "form");
  const focusLater = useFocusLater();
  const toast = useToast();
  const place: Place = useSearch({ strict: false });
  const setSearch = useSetSearch<Place>({ resetScroll: false });
  // An archived entity has its own notice at the bottom instead.
  const hasFooter = hasSteadyFooter && edit.stored.status !== "Archived";
  const own = blockedReason(edit, useSaveRefusal());
  const disabledReason = own ?? blockedBy;
  const field = own === undefined ? blockedField : isMergePending(edit) ? lateNoticesID : noticesID;
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
  // On narrow screens the panel overlays the page, and so covers the notices about a newer version.
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
              // The review replaces the form: the key remounts the content, so that this does not count as a layout shift.
              <Fragment key={accepted ? "review" : "form"}>
                <DraftNotices edit={edit} isBesidePanel={!aside} onActed={() => focusLater(headID)}>
                  {accepted ? null : notice}
                </DraftNotices>
                {/* Only the form makes room for the panel; the header and notices above keep their width. */}
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
          // The footer is always in view.
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
