// The state of editing one gate or config, and the reducer for every event that changes it. Pure: effects are in use-draft-edit.ts.
// Everything except `failure` is plain data.
import type { Accepted, EntityAdapter, PersistedEdit, Saved } from "./entity-adapter.ts";

interface Versioned {
  version?: number | null | undefined;
}
type DraftRules<Entity, Draft> = Pick<
  EntityAdapter<Entity, Draft, unknown>,
  "draftOf" | "isChanged" | "merge"
>;

/** `base` is the version that the draft started from; it moves to a newer version once all conflicts with that are resolved. */
export interface Edit<Entity, Draft> extends PersistedEdit<Entity, Draft> {
  /** When the restored draft was last edited, in ms since the epoch. */
  restored?: number | undefined;
  /** Incremented whenever the fields must show text other than what was typed. */
  generation: number;
}

type Step<Entity, Body> =
  | { name: "editing" }
  | { name: "checking"; request: number }
  | { name: "reviewing"; accepted: Accepted<Entity, Body> }
  | { name: "saving"; request: number; accepted: Accepted<Entity, Body> };

export interface DraftState<Entity, Draft, Body> {
  /** The last entity passed in from a read of the service. */
  read: Entity;
  /** The newest known version: after a save it is newer than `read` until the page reloads. */
  stored: Entity;
  edit: Edit<Entity, Draft>;
  isDirty: boolean;
  /** Validation errors are shown, which they are from the first review on. */
  isChecked: boolean;
  step: Step<Entity, Body>;
  failure?: Error | undefined;
  /** The newer version that was merged into the draft, and the merged changes in words. */
  merged?: { theirs: Entity; taken: readonly string[] } | undefined;
  saved?: Saved<Entity> | undefined;
}

/** `request` numbers the requests of this page, so that late answers can be recognised and ignored. */
export type DraftEvent<Entity, Draft, Body> =
  /** The entity was read from the service: after a reload, or because somebody saved. */
  | { type: "read"; entity: Entity }
  | { type: "typed"; part: Partial<Draft> }
  /** The user typed a reason during the review: the accepted dry run stays valid. */
  | { type: "noted"; reason: string }
  /** A button changed the draft: the fields are reset to show it. */
  | { type: "replaced"; draft: Draft }
  | { type: "discarded" }
  /** The content of another version becomes the draft. */
  | { type: "restored"; entity: Entity }
  /** Reverts the changes of the last save; those that others saved since then stay. */
  | { type: "undone" }
  /** A colleague's save is merged into the draft, at once or when every conflict with it is resolved. */
  | { type: "merged" }
  | { type: "decided"; key: string; whose: "mine" | "theirs" }
  /** The user asked for a review; without a request number the draft has validation errors, and nothing is sent. */
  | { type: "reviewed"; request: number | undefined }
  | { type: "accepted"; request: number; accepted: Accepted<Entity, Body> }
  | { type: "reopened" }
  | { type: "saving"; request: number }
  | { type: "refused"; request: number; failure: Error }
  | { type: "saved"; request: number; saved: Saved<Entity> }
  | { type: "summaryClosed" };

/** Returns the newer of two answers. */
const newer = <Entity extends Versioned>(left: Entity, right: Entity) =>
  (left.version ?? 0) >= (right.version ?? 0) ? left : right;

/** Merges the newest version into the draft; returns the result with the unresolved conflicts. */
function mergedWith<Entity, Draft>(
  { draftOf, merge }: DraftRules<Entity, Draft>,
  { base, draft, merging }: Edit<Entity, Draft>,
  theirs: Entity,
) {
  const merged = merge(draftOf(base), draft, draftOf(theirs));
  return { ...merged, conflicts: merged.conflicts.filter(({ key }) => !merging?.kept.includes(key)) };
}

/** The pending merge of the newest version, once the user asked for it; resolutions for an older version are ignored. */
export const openMerge = <Entity extends Versioned, Draft>(
  kind: DraftRules<Entity, Draft>,
  { edit, stored }: Pick<DraftState<Entity, Draft, unknown>, "edit" | "stored">,
) => (edit.merging && edit.merging.version === stored.version ? mergedWith(kind, edit, stored) : undefined);

/** The initial state: from the persisted draft if there is one, else from the stored entity. */
export function openedDraft<Entity extends Versioned, Draft, Body>(
  kind: DraftRules<Entity, Draft>,
  entity: Entity,
  persisted: { value: PersistedEdit<Entity, Draft>; time: number } | undefined,
): DraftState<Entity, Draft, Body> {
  const edit: Edit<Entity, Draft> = persisted
    ? { ...persisted.value, restored: persisted.time, generation: 0 }
    : { base: entity, draft: kind.draftOf(entity), generation: 0 };
  return settled(kind, {
    read: entity,
    stored: newer(entity, edit.base),
    edit,
    isDirty: false,
    isChecked: false,
    step: { name: "editing" },
  });
}

/** Rebases an unchanged form on the newest stored version; a form with changes keeps its base. */
function settled<Entity extends Versioned, Draft, Body>(
  kind: DraftRules<Entity, Draft>,
  state: DraftState<Entity, Draft, Body>,
): DraftState<Entity, Draft, Body> {
  const { edit, stored } = state;
  const isDirty = kind.isChanged(edit.base, edit.draft);
  if (isDirty) return { ...state, isDirty };
  const { base, draft, generation, restored } = edit;
  if (base === stored) return { ...state, isDirty, edit: { base, draft, generation, restored } };
  return { ...state, isDirty, edit: { base: stored, draft: kind.draftOf(stored), generation, restored } };
}

/** Returns "Restored from version 3"; empty if nothing was restored. */
export const restoredReason = (version: number | undefined) =>
  version === undefined ? "" : `Restored from version ${version}`;

export const draftReducer = <Entity extends Versioned, Draft, Body>(kind: DraftRules<Entity, Draft>) => {
  type State = DraftState<Entity, Draft, Body>;

  /** Replaces the edit, which ends a review or save summary of the previous one. */
  const edited = (state: State, edit: Edit<Entity, Draft>): State => ({
    ...state,
    edit,
    step: { name: "editing" },
    failure: undefined,
    saved: undefined,
  });
  /** Replaces the draft with one that was not typed, based on the newest version. */
  const anew = (state: State, draft: Draft): State =>
    edited(state, { base: state.stored, draft, generation: state.edit.generation + 1 });
  /** Rebases the edit on the newest version if no conflict is unresolved. */
  const brought = (state: State, edit: Edit<Entity, Draft>): State => {
    const { value, taken, conflicts } = mergedWith(kind, edit, state.stored);
    if (conflicts.length > 0) return edited(state, edit);
    const { restoredFrom, reason } = edit;
    const now = anew(state, value);
    return { ...now, edit: { ...now.edit, restoredFrom, reason }, merged: { theirs: state.stored, taken } };
  };

  /** Makes the content of another version the draft, with a reason that says so. */
  const restoring = (before: Edit<Entity, Draft>, base: Entity, other: Entity): Edit<Entity, Draft> => ({
    base,
    draft: kind.draftOf(other),
    generation: before.generation + 1,
    ...(other.version ? { restoredFrom: other.version, reason: restoredReason(other.version) } : {}),
  });

  const changed = (state: State, event: DraftEvent<Entity, Draft, Body>): State => {
    const { edit, stored, step, saved } = state;
    const isAnswered = "request" in event && "request" in step && step.request === event.request;
    switch (event.type) {
      case "read":
        return { ...state, read: event.entity, stored: newer(event.entity, stored) };
      case "typed":
        return edited(state, { ...edit, draft: { ...edit.draft, ...event.part } });
      case "noted":
        return { ...state, edit: { ...edit, reason: event.reason } };
      case "replaced":
        return edited(state, { ...edit, draft: event.draft, generation: edit.generation + 1 });
      case "discarded":
        return { ...anew(state, kind.draftOf(stored)), isChecked: false, merged: undefined };
      case "restored":
        return edited(state, restoring(edit, stored, event.entity));
      case "undone":
        return saved ? edited(state, restoring(edit, saved.stored, saved.before)) : state;
      case "merged":
        return brought(state, { ...edit, merging: { version: stored.version ?? 0, kept: [] } });
      case "decided": {
        const conflict = openMerge(kind, state)?.conflicts.find(({ key }) => key === event.key);
        if (!conflict || !edit.merging) return state;
        if (event.whose === "mine")
          return brought(state, {
            ...edit,
            merging: { ...edit.merging, kept: [...edit.merging.kept, event.key] },
          });
        const draft = conflict.takeTheirs(edit.draft);
        return brought(state, { ...edit, draft, generation: edit.generation + 1 });
      }
      case "reviewed":
        return {
          ...state,
          isChecked: true,
          failure: undefined,
          saved: undefined,
          step: event.request === undefined ? step : { name: "checking", request: event.request },
        };
      case "accepted":
        return isAnswered ? { ...state, step: { name: "reviewing", accepted: event.accepted } } : state;
      case "reopened":
        return { ...state, step: { name: "editing" } };
      case "saving":
        return step.name === "reviewing"
          ? { ...state, step: { name: "saving", request: event.request, accepted: step.accepted } }
          : state;
      case "refused":
        return isAnswered ? { ...state, step: { name: "editing" }, failure: event.failure } : state;
      case "saved": {
        const now = { ...state, stored: newer(event.saved.stored, stored) };
        // If the user has typed since the request, the draft is kept, and is now outdated by the saved version.
        if (!isAnswered) return now;
        return {
          ...anew(now, kind.draftOf(now.stored)),
          isChecked: false,
          merged: undefined,
          saved: event.saved,
        };
      }
      case "summaryClosed":
      default:
        return { ...state, saved: undefined };
    }
  };
  return (state: State, event: DraftEvent<Entity, Draft, Body>) => settled(kind, changed(state, event));
};
