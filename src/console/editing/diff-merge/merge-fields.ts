// Two people changed one thing field by field: whoever changed a field alone has it, and what both changed is asked about.
import { sameJson } from "#contract/json5.ts";
import { mergeLists, type Conflict, type Merged, type Named } from "./merge-lists.ts";

export interface Field<Whole, Value> {
  what: string;
  get: (whole: Whole) => Value;
  set: (whole: Whole, value: Value) => Whole;
  show: (value: Value) => string;
  same?: (left: Value, right: Value) => boolean;
}

/** Whoever changed a field alone has it; both alike is no clash. */
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

export type Step<Whole> = (all: readonly [Whole, Whole, Whole]) => Merged<Whole>;

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

/** A field that is a list of named things: merged thing by thing. */
export function mergeListField<Whole, Item extends Named>(
  { noun, get, set, isSame, mergeItem }: ListField<Whole, Item>,
  [base, mine, theirs]: readonly [Whole, Whole, Whole],
): Merged<Whole> {
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
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What was merged, told with capital letters at the start. */
export const capitalised = <Whole>({ value, taken, conflicts }: Merged<Whole>): Merged<Whole> => ({
  value,
  taken: taken.map(capital),
  conflicts: conflicts.map((conflict) => ({ ...conflict, where: capital(conflict.where) })),
});
