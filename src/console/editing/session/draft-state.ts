// The state of editing one gate or config, and every event that changes it. Pure: effects are in use-draft-edit.ts.
// All of it but a failure is plain data.
import type { Accepted, EditedKind, Saved } from "./edited-kind.ts";

interface Versioned {
  version?: number | null | undefined;
}
type DraftRules<Entity, Draft> = Pick<EditedKind<Entity, Draft, unknown>, "draftOf" | "isChanged" | "merge">;

export interface Edit<Entity, Draft> {
  /** The version that the draft started from. */
  base: Entity;
  draft: Draft;
  /** When a restored draft was last typed into, ms. */
  restored?: number | undefined;
  /** Grows when the fields must show other text than was typed. */
  generation: number;
}

/** A newer version that was brought into the draft; conflicts without a decision are still open. */
export interface Merge<Entity, Draft> {
  from: Entity;
  mine: Draft;
  theirs: Entity;
  /** Keys of the conflicts that are decided. */
  decided: readonly string[];
}

type Step<Entity, Body> =
  | { name: "editing" }
  | { name: "checking"; request: number }
  | { name: "reviewing"; accepted: Accepted<Entity, Body> }
  | { name: "saving"; request: number; accepted: Accepted<Entity, Body> };

export interface DraftState<Entity, Draft, Body> {
  /** The last answer of the service that was read. */
  read: Entity;
  /** The newest version known here: a save answers before the page is read again. */
  stored: Entity;
  edit: Edit<Entity, Draft>;
  isDirty: boolean;
  /** Problems are shown: from the first review on. */
  isChecked: boolean;
  step: Step<Entity, Body>;
  failure?: Error | undefined;
  merge?: Merge<Entity, Draft> | undefined;
  saved?: Saved<Entity> | undefined;
}

/** `request` numbers the requests of this page, so that a late answer is known as one. */
export type DraftEvent<Entity, Draft, Body> =
  /** The service answered the entity: after a reload, or because somebody saved. */
  | { type: "read"; entity: Entity }
  | { type: "typed"; part: Partial<Draft> }
  /** Typed beside the review, such as the reason: the accepted dry run stays. */
  | { type: "noted"; part: Partial<Draft> }
  /** Changed by a button: the fields show it anew. */
  | { type: "replaced"; draft: Draft }
  | { type: "discarded" }
  /** Another version's content becomes the draft: undo, and the history. */
  | { type: "restored"; entity: Entity }
  /** A colleague's save is brought into the draft; where both changed the same, mine stays until it is decided. */
  | { type: "merged" }
  | { type: "decided"; key: string; whose: "mine" | "theirs" }
  /** A review was asked for; without a request number the draft has problems and nothing is sent. */
  | { type: "reviewed"; request: number | undefined }
  | { type: "accepted"; request: number; accepted: Accepted<Entity, Body> }
  | { type: "reopened" }
  | { type: "saving"; request: number }
  | { type: "refused"; request: number; failure: Error }
  | { type: "saved"; request: number; saved: Saved<Entity> }
  | { type: "summaryClosed" };

/** Of two answers the newer one. */
const newer = <Entity extends Versioned>(left: Entity, right: Entity) =>
  (left.version ?? 0) >= (right.version ?? 0) ? left : right;

export const conflictsIn = <Entity, Draft>(
  { draftOf, merge }: DraftRules<Entity, Draft>,
  { from, mine, theirs }: Merge<Entity, Draft>,
) => merge(draftOf(from), mine, draftOf(theirs));

/** Begins with the draft that this browser kept, else with what is stored. */
export function openedDraft<Entity extends Versioned, Draft, Body>(
  kind: DraftRules<Entity, Draft>,
  entity: Entity,
  persisted: { value: { base: Entity; draft: Draft }; time: number } | undefined,
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

/** An untouched form follows what is stored; a touched one keeps what it started from. */
function settled<Entity extends Versioned, Draft, Body>(
  kind: DraftRules<Entity, Draft>,
  state: DraftState<Entity, Draft, Body>,
): DraftState<Entity, Draft, Body> {
  const { edit, stored } = state;
  const isDirty = kind.isChanged(edit.base, edit.draft);
  if (isDirty || edit.base === stored) return { ...state, isDirty };
  const { generation } = edit;
  return { ...state, isDirty, edit: { base: stored, draft: kind.draftOf(stored), generation } };
}

export const draftReducer = <Entity extends Versioned, Draft, Body>(kind: DraftRules<Entity, Draft>) => {
  type State = DraftState<Entity, Draft, Body>;

  /** The draft is another one: a review or a summary of the last one is over. */
  const edited = (state: State, edit: Edit<Entity, Draft>): State => ({
    ...state,
    edit,
    step: { name: "editing" },
    failure: undefined,
    saved: undefined,
  });
  /** The same with another text than was typed, from the newest version on. */
  const anew = (state: State, draft: Draft): State =>
    edited(state, { base: state.stored, draft, generation: state.edit.generation + 1 });

  const changed = (state: State, event: DraftEvent<Entity, Draft, Body>): State => {
    const { edit, stored, step, merge } = state;
    const isAnswered = "request" in event && "request" in step && step.request === event.request;
    switch (event.type) {
      case "read":
        return { ...state, read: event.entity, stored: newer(event.entity, stored) };
      case "typed":
        return edited(state, { ...edit, draft: { ...edit.draft, ...event.part } });
      case "noted":
        return { ...state, edit: { ...edit, draft: { ...edit.draft, ...event.part } } };
      case "replaced":
        return edited(state, { ...edit, draft: event.draft, generation: edit.generation + 1 });
      case "discarded":
        return { ...anew(state, kind.draftOf(stored)), isChecked: false, merge: undefined };
      case "restored":
        return anew(state, kind.draftOf(event.entity));
      case "merged": {
        const opened = { from: edit.base, mine: edit.draft, theirs: stored, decided: [] };
        return { ...anew(state, conflictsIn(kind, opened).value), merge: opened };
      }
      case "decided": {
        const conflict = merge && conflictsIn(kind, merge).conflicts.find(({ key }) => key === event.key);
        if (!conflict) return state;
        const decided = { ...state, merge: { ...merge, decided: [...merge.decided, event.key] } };
        if (event.whose === "mine") return decided;
        return edited(decided, {
          ...edit,
          draft: conflict.takeTheirs(edit.draft),
          generation: edit.generation + 1,
        });
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
        // A draft typed since then is kept: it stands against a newer version now.
        if (!isAnswered) return now;
        return {
          ...anew({ ...now, stored: event.saved.stored }, kind.draftOf(event.saved.stored)),
          isChecked: false,
          merge: undefined,
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
