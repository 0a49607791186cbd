// Property test: two people edit one entity, with reloads, crashes, late answers and undo in any order. No saved change
// disappears unnoticed, and nothing that was typed is lost.
import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldStep, mergeOf } from "#console/editing/diff-merge/merge-fields.ts";
import { draftReducer, openedDraft, openMerge, type DraftEvent } from "./draft-state.ts";
import type { EntityAdapter, PersistedEdit } from "./entity-adapter.ts";

const fields = ["title", "text", "tag"] as const;
type Field = (typeof fields)[number];
type Draft = Record<Field, string>;
interface Note extends Draft {
  version: number;
}
type Event = DraftEvent<Note, Draft, string>;

const kind: Pick<EntityAdapter<Note, Draft, string>, "draftOf" | "isChanged" | "merge"> = {
  draftOf: ({ title, text, tag }) => ({ title, text, tag }),
  isChanged: (base, draft) => fields.some((field) => base[field] !== draft[field]),
  merge: mergeOf<Draft>(...fields.map((field) => fieldStep<Draft, Field>(field, field, (text) => text))),
};
const reduce = draftReducer<Note, Draft, string>(kind);

/** The part that the browser persists beyond the page, with the changes that the user intended. */
interface Kept {
  text: string | undefined;
  meant: Partial<Draft>;
}

class Desk {
  service: Note = { title: "a", text: "b", tag: "c", version: 1 };
  state = openedDraft<Note, Draft, string>(kind, this.service, undefined);
  /** Everything that the user typed, chose or restored, and has not undone since. */
  meant: Partial<Draft> = {};
  seen = new Set(Object.values(kind.draftOf(this.service)));
  kept: Kept = { text: undefined, meant: {} };
  before = this.kept;
  saves = 0;
  answers = 0;

  do(event: Event) {
    this.show(reduce(this.state, event));
  }

  show(state: typeof this.state) {
    this.state = state;
    const { base, draft, merging } = state.edit;
    for (const field of fields) {
      this.seen.add(draft[field]);
      if (draft[field] === base[field]) delete this.meant[field];
    }
    const text = state.isDirty ? JSON.stringify({ base, draft, merging }) : undefined;
    this.before = this.kept;
    this.kept = { text, meant: { ...this.meant } };
  }

  type(field: Field, text: string) {
    this.meant[field] = text;
    this.do({ type: "typed", part: { [field]: text } });
  }

  /** Opens the page with the persisted draft; after a crash the last step has not been persisted. */
  open({ text, meant }: Kept) {
    const value = text === undefined ? undefined : (JSON.parse(text) as PersistedEdit<Note, Draft>);
    this.meant = { ...meant };
    this.show(openedDraft(kind, this.service, value && { value, time: 1 }));
  }

  answer(whose: "mine" | "theirs", place: number) {
    const conflicts = openMerge(kind, this.state)?.conflicts ?? [];
    const asked = conflicts[place % conflicts.length];
    const field = fields.find((name) => name === asked?.key);
    if (!asked || !field) return;
    this.seen.add(asked.theirs);
    this.answers += 1;
    if (whose === "theirs") delete this.meant[field];
    this.do({ type: "decided", key: asked.key, whose });
  }

  undo() {
    const { saved } = this.state;
    if (!saved) return;
    this.meant = kind.draftOf(saved.before);
    this.do({ type: "undone" });
  }

  /** Saves the draft; the service accepts it only if it is based on the current version. */
  save() {
    const { base, draft } = this.state.edit;
    const before = this.service;
    if (!this.state.isDirty) return;
    if (base.version !== before.version) return this.do({ type: "read", entity: before });
    for (const field of fields) {
      expect(draft[field]).toBe(this.meant[field] ?? before[field]);
      if (draft[field] !== before[field]) expect(this.seen).toContain(before[field]);
    }
    const stored = { ...draft, version: before.version + 1 };
    this.service = stored;
    this.saves += 1;
    const accepted = { body: "", requested: stored, entity: stored, time: 1, took: 1 };
    this.do({ type: "reviewed", request: 1 });
    this.do({ type: "accepted", request: 1, accepted });
    this.do({ type: "saving", request: 2 });
    this.meant = {};
    this.do({ type: "saved", request: 2, saved: { requested: stored, stored, before: base } });
  }
}

const field = fc.constantFrom(...fields);
const steps = fc.oneof(
  { weight: 4, arbitrary: fc.record({ step: fc.constant("type"), field }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("they save"), field }) },
  { weight: 9, arbitrary: fc.record({ step: fc.constantFrom("read", "bring", "save") }) },
  { weight: 3, arbitrary: fc.record({ step: fc.constantFrom("reload", "crash", "undo") }) },
  {
    weight: 3,
    arbitrary: fc.record({ step: fc.constantFrom("keep mine", "take theirs"), place: fc.nat(2) }),
  },
);

function act(desk: Desk, step: { step: string; field?: Field; place?: number }, number: number) {
  if (step.step === "type" && step.field) desk.type(step.field, `mine ${number}`);
  if (step.step === "they save" && step.field)
    desk.service = {
      ...desk.service,
      [step.field]: `theirs ${number}`,
      version: desk.service.version + 1,
    };
  if (step.step === "read") desk.do({ type: "read", entity: desk.service });
  if (step.step === "reload") desk.open(desk.kept);
  if (step.step === "crash") desk.open(desk.before);
  if (step.step === "bring") desk.do({ type: "merged" });
  if (step.step === "keep mine") desk.answer("mine", step.place ?? 0);
  if (step.step === "take theirs") desk.answer("theirs", step.place ?? 0);
  if (step.step === "save") desk.save();
  if (step.step === "undo") desk.undo();
}

test("what is stored is what the reader last saw and confirmed, in any order of steps", () => {
  let [saves, answers] = [0, 0];
  fc.assert(
    fc.property(fc.array(steps, { minLength: 30, maxLength: 60 }), (all) => {
      const desk = new Desk();
      all.forEach((step, number) => act(desk, step, number));
      saves += desk.saves;
      answers += desk.answers;
    }),
    { numRuns: 500, seed: 11 },
  );
  expect(saves).toBeGreaterThan(500);
  expect(answers).toBeGreaterThan(200);
});
