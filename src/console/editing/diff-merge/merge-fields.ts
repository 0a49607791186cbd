// A merge field by field: whoever changed a field alone has it, and what both changed is asked about.
import { sameJson } from "#contract/json5.ts";
import { capitalise } from "#console/foundation/ui/wording.ts";
import { mergeLists, type Conflict, type Merged, type Named } from "./merge-lists.ts";

interface Field<Whole, Value> {
  what: string;
  get: (whole: Whole) => Value;
  set: (whole: Whole, value: Value) => Whole;
  show: (value: Value) => string;
  same?: (left: Value, right: Value) => boolean;
}

/** Whoever changed a field alone has it; both alike is no conflict. */
export function mergeField<Whole, Value>(
  { what, get, set, show, same = sameJson }: Field<Whole, Value>,
  [base, mine, theirs]: readonly [Whole, Whole, Whole],
): Merged<Whole> {
  const [before, own, other] = [get(base), get(mine), get(theirs)];
  if (same(before, other) || same(own, other)) return { value: mine, taken: [], conflicts: [] };
  if (same(before, own)) return { value: set(mine, other), taken: [what.toLowerCase()], conflicts: [] };
  const conflict: Conflict<Whole> = {
    key: what,
    where: what.toLowerCase(),
    base: show(before),
    mine: show(own),
    theirs: show(other),
    takeTheirs: (whole) => set(whole, other),
  };
  return { value: mine, taken: [], conflicts: [conflict] };
}

/** Merges a part of something that two people changed, given as it was, mine and theirs. */
export type Step<Whole> = (all: readonly [Whole, Whole, Whole]) => Merged<Whole>;

/** A field under its own name. */
export const fieldStep =
  <Whole, Key extends keyof Whole>(
    what: string,
    key: Key,
    show: (value: Whole[Key]) => string,
    same?: (left: Whole[Key], right: Whole[Key]) => boolean,
  ): Step<Whole> =>
  (all) =>
    mergeField(
      {
        what,
        get: (whole) => whole[key],
        set: (whole, value) => ({ ...whole, [key]: value }),
        show,
        ...(same ? { same } : {}),
      },
      all,
    );

/** Each step works on what the one before left of mine. */
export const inTurn =
  <Whole>(...steps: Step<Whole>[]): Step<Whole> =>
  ([base, mine, theirs]) =>
    steps.reduce<Merged<Whole>>(
      (merged, step) => {
        const next = step([base, merged.value, theirs]);
        return {
          value: next.value,
          taken: [...merged.taken, ...next.taken],
          conflicts: [...merged.conflicts, ...next.conflicts],
        };
      },
      { value: mine, taken: [], conflicts: [] },
    );

interface ListField<Whole, Item extends Named> extends Pick<Field<Whole, Item[]>, "get" | "set"> {
  /** Of one item, such as "Rule". */
  noun: string;
  isSame: (left: Item, right: Item) => boolean;
  mergeItem: Step<Item>;
}

/** A field that is a list of named items: merged item by item. */
export const listStep =
  <Whole, Item extends Named>({ noun, get, set, isSame, mergeItem }: ListField<Whole, Item>): Step<Whole> =>
  ([base, mine, theirs]) => {
    const { value, taken, conflicts } = mergeLists({
      noun,
      base: get(base),
      mine: get(mine),
      theirs: get(theirs),
      isSame,
      mergeItem: (...items) => mergeItem(items),
    });
    return {
      value: set(mine, value),
      taken,
      conflicts: conflicts.map((conflict) => ({
        ...conflict,
        takeTheirs: (whole) => set(whole, conflict.takeTheirs(get(whole))),
      })),
    };
  };

/** All steps, with capital letters at the start of what they say: the merge of two drafts. */
export const mergeOf =
  <Whole>(...steps: Step<Whole>[]) =>
  (base: Whole, mine: Whole, theirs: Whole): Merged<Whole> => {
    const { value, taken, conflicts } = inTurn(...steps)([base, mine, theirs]);
    return {
      value,
      taken: taken.map(capitalise),
      conflicts: conflicts.map((conflict) => ({ ...conflict, where: capitalise(conflict.where) })),
    };
  };
