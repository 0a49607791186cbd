// Tests every transition between the states of an edit, on a minimal entity.
import { expect, test } from "vitest";
import { draftReducer, openedDraft, openMerge, type DraftEvent, type DraftState } from "./draft-state.ts";
import type { EntityAdapter } from "./entity-adapter.ts";

interface Note {
  id: string;
  version: number;
  title: string;
  text: string;
}
interface NoteDraft {
  title: string;
  text: string;
}
type State = DraftState<Note, NoteDraft, string>;
type Event = DraftEvent<Note, NoteDraft, string>;

const kind: Pick<EntityAdapter<Note, NoteDraft, string>, "draftOf" | "isChanged" | "merge"> = {
  draftOf: ({ title, text }) => ({ title, text }),
  isChanged: (base, { title, text }) => title !== base.title || text !== base.text,
  merge: (base, mine, theirs) => {
    const isMine = theirs.text === base.text || mine.text === theirs.text;
    const takeTheirs = (draft: NoteDraft) => ({ ...draft, text: theirs.text });
    return {
      value: { ...mine, title: mine.title === base.title ? theirs.title : mine.title },
      taken: theirs.title === base.title ? [] : ["title"],
      conflicts: isMine
        ? []
        : [{ key: "text", where: "text", base: "", mine: mine.text, theirs: theirs.text, takeTheirs }],
    };
  },
};

const first: Note = { id: "note", version: 1, title: "Plan", text: "One" };
const second: Note = { ...first, version: 2, title: "Plan B" };
const mine: Note = { ...first, text: "Mine" };
const conflicting: Note = { ...first, version: 2, text: "Theirs" };
const reduce = draftReducer<Note, NoteDraft, string>(kind);
const opened = openedDraft<Note, NoteDraft, string>(kind, first, undefined);
const after = (...events: Event[]): State => events.reduce(reduce, opened);

const typed: Event = { type: "typed", part: { text: "Mine" } };
const read = (entity: Note): Event => ({ type: "read", entity });
const accepted: Event = {
  type: "accepted",
  request: 1,
  accepted: { body: "body", requested: mine, entity: mine, time: 5, took: 2 },
};
const reviewed: Event[] = [typed, { type: "reviewed", request: 1 }, accepted];
const stored: Note = { ...mine, version: 2 };
const savedAs = (request: number): Event => ({
  type: "saved",
  request,
  saved: { requested: mine, stored, before: first },
});

test("begins with what is stored, clean", () => {
  expect(opened).toMatchObject({ isDirty: false, isChecked: false, step: { name: "editing" } });
  expect(opened.edit).toEqual({
    base: first,
    draft: { title: "Plan", text: "One" },
    generation: 0,
  });
});

test("begins with a persisted draft after a reload, and knows when a newer version is stored", () => {
  const value = { base: first, draft: { title: "Plan", text: "Mine" } };
  const state = openedDraft(kind, second, { value, time: 7 });
  expect(state).toMatchObject({ isDirty: true, stored: second, edit: { base: first, restored: 7 } });
});

test("a persisted draft without a difference gives way to what is stored", () => {
  const value = { base: first, draft: kind.draftOf(first) };
  expect(openedDraft(kind, second, { value, time: 7 }).edit.base).toBe(second);
});

test("typing changes the draft, and typing it back leaves nothing to save", () => {
  expect(after(typed)).toMatchObject({ isDirty: true, edit: { draft: { text: "Mine" }, generation: 0 } });
  expect(after(typed, { type: "typed", part: { text: "One" } }).isDirty).toBe(false);
});

test("a change by a button shows the fields anew", () => {
  const state = after({ type: "replaced", draft: { title: "Plan", text: "Made" } });
  expect(state).toMatchObject({
    isDirty: true,
    edit: { base: first, draft: { text: "Made" }, generation: 1 },
  });
});

test("an untouched form follows a save elsewhere, a touched one keeps what it started from", () => {
  expect(after(read(second)).edit).toMatchObject({ base: second, draft: { title: "Plan B" }, generation: 0 });
  expect(after(typed, read(second))).toMatchObject({
    stored: second,
    edit: { base: first, draft: { title: "Plan", text: "Mine" } },
  });
  expect(after(typed, read(second), { type: "typed", part: { text: "One" } }).edit.base).toBe(second);
});

test("an older answer that comes late changes nothing", () => {
  expect(after(read(second), read(first))).toMatchObject({ stored: second, edit: { base: second } });
});

test("a newer version is brought into the draft, which then stands on it", () => {
  const state = after(typed, read(second), { type: "merged" });
  expect(state).toMatchObject({
    edit: { base: second, draft: { title: "Plan B", text: "Mine" }, generation: 1 },
    merged: { theirs: second, taken: ["title"] },
  });
});

test("an open conflict is plain data, and survives being written down and read", () => {
  const state = after(typed, read(conflicting), { type: "merged" });
  const again: State = structuredClone(state);
  expect(again).toEqual(state);
  const decided = reduce(again, { type: "decided", key: "text", whose: "theirs" });
  expect(decided.edit.draft.text).toBe("Theirs");
});

test("a conflict stays mine until it is decided, and only then the draft stands on the newer version", () => {
  const open = after(typed, read(conflicting), { type: "merged" });
  expect(open.edit).toMatchObject({
    base: first,
    draft: { text: "Mine" },
    merging: { version: 2, kept: [] },
  });
  const keeping = reduce(open, { type: "decided", key: "text", whose: "mine" });
  expect(keeping).toMatchObject({ isDirty: true, edit: { base: conflicting, draft: { text: "Mine" } } });
  const theirs = reduce(open, { type: "decided", key: "text", whose: "theirs" });
  expect(theirs).toMatchObject({ isDirty: false, edit: { base: conflicting, draft: { text: "Theirs" } } });
  expect(reduce(open, { type: "decided", key: "unknown", whose: "theirs" })).toEqual(open);
});

test("answers about a version hold for that version only", () => {
  const open = after(typed, read(conflicting), { type: "merged" }, read({ ...conflicting, version: 3 }));
  expect(openMerge(kind, open)).toBeUndefined();
  expect(reduce(open, { type: "decided", key: "text", whose: "mine" })).toEqual(open);
  expect(openMerge(kind, reduce(open, { type: "merged" }))?.conflicts).toHaveLength(1);
});

test("a review with problems shows them and asks nothing", () => {
  const state = after(typed, { type: "reviewed", request: undefined });
  expect(state).toMatchObject({ isChecked: true, step: { name: "editing" } });
});

test("the review ends with the typing that follows it, but not with a reason beside it", () => {
  expect(after(...reviewed).step).toMatchObject({ name: "reviewing", accepted: { body: "body" } });
  expect(after(...reviewed, { type: "noted", reason: "Asked" })).toMatchObject({
    step: { name: "reviewing" },
    edit: { draft: { text: "Mine" }, reason: "Asked" },
  });
  expect(after(...reviewed, { type: "typed", part: { text: "More" } }).step.name).toBe("editing");
  expect(after(...reviewed, { type: "reopened" })).toMatchObject({
    isDirty: true,
    step: { name: "editing" },
  });
});

test("an answer to what was typed over meanwhile is not taken for a review", () => {
  const state = after(
    typed,
    { type: "reviewed", request: 1 },
    { type: "typed", part: { text: "More" } },
    accepted,
  );
  expect(state).toMatchObject({ step: { name: "editing" }, edit: { draft: { text: "More" } } });
});

test("a save that succeeds leaves a clean form and a summary, until something is typed", () => {
  const state = after(...reviewed, { type: "saving", request: 2 }, savedAs(2));
  expect(state).toMatchObject({
    isDirty: false,
    isChecked: false,
    stored,
    step: { name: "editing" },
    edit: { base: stored, generation: 1 },
    saved: { before: first },
  });
  expect(reduce(state, { type: "summaryClosed" }).saved).toBeUndefined();
  expect(reduce(state, { type: "typed", part: { text: "More" } }).saved).toBeUndefined();
});

test("undo leaves what others saved since then", () => {
  const later: Note = { ...stored, version: 3, title: "Plan B" };
  const save: Event[] = [...reviewed, { type: "saving", request: 2 }, savedAs(2)];
  const state = after(...save, read(later), { type: "undone" }, { type: "merged" });
  expect(state.edit).toMatchObject({ base: later, draft: { title: "Plan B", text: "One" } });
});

test("undo puts the version before the save into the draft", () => {
  const state = after(...reviewed, { type: "saving", request: 2 }, savedAs(2), { type: "undone" });
  expect(state).toMatchObject({
    isDirty: true,
    edit: { base: stored, draft: { text: "One" }, generation: 2 },
  });
  expect(state.saved).toBeUndefined();
});

test("a refused check or save goes back to the form with the reason, and keeps the draft", () => {
  const failure = new Error("No");
  const check = after(typed, { type: "reviewed", request: 1 }, { type: "refused", request: 1, failure });
  expect(check).toMatchObject({ failure, step: { name: "editing" }, edit: { draft: { text: "Mine" } } });
  const save = after(...reviewed, { type: "saving", request: 2 }, { type: "refused", request: 2, failure });
  expect(save).toMatchObject({ failure, isDirty: true, step: { name: "editing" } });
  expect(reduce(save, { type: "typed", part: { text: "More" } }).failure).toBeUndefined();
});

test("nothing is saved that no review accepted", () => {
  expect(after(typed, { type: "saving", request: 1 }).step.name).toBe("editing");
});

test("discarding forgets the draft, its problems and its conflicts", () => {
  const state = after(
    typed,
    read(conflicting),
    { type: "merged" },
    { type: "reviewed", request: undefined },
    { type: "discarded" },
  );
  expect(state).toMatchObject({
    isDirty: false,
    isChecked: false,
    edit: { base: conflicting, generation: 1 },
  });
  expect(state.merged).toBeUndefined();
  expect(state.edit.merging).toBeUndefined();
});

test("what was typed while a discarded save was on its way is kept against the newer version", () => {
  const state = after(
    ...reviewed,
    { type: "saving", request: 2 },
    { type: "discarded" },
    { type: "typed", part: { title: "Mine too" } },
    savedAs(2),
  );
  expect(state).toMatchObject({ isDirty: true, stored, edit: { base: first, draft: { title: "Mine too" } } });
});

test("a restored version has a reason that says so, which goes with the draft", () => {
  const restored = after(read(second), { type: "restored", entity: first });
  expect(restored.edit).toMatchObject({ base: second, restoredFrom: 1, reason: "Restored from version 1" });
  expect(reduce(restored, { type: "typed", part: { title: "Plan B" } }).edit.reason).toBeUndefined();
});
