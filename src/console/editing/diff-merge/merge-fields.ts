// Two people changed one thing field by field: whoever changed a field alone has it, and what both changed is asked about.
import { sameJson } from "#contract/json5.ts";
import { mergeLists, type Clash, type Merged, type Named } from "./merge-lists.ts";

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
  if (same(before, other) || same(own, other)) return { value: mine, taken: [], clashes: [] };
  if (same(before, own)) return { value: set(mine, other), taken: [what.toLowerCase()], clashes: [] };
  const clash: Clash<Whole> = {
    key: what,
    where: what.toLowerCase(),
    base: show(before),
    mine: show(own),
    theirs: show(other),
    takeTheirs: (whole) => set(whole, other),
  };
  return { value: mine, taken: [], clashes: [clash] };
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
          clashes: [...merged.clashes, ...next.clashes],
        };
      },
      { value: mine, taken: [], clashes: [] },
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
  const { value, taken, clashes } = mergeLists({
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
    clashes: clashes.map((clash) => ({
      ...clash,
      takeTheirs: (whole) => set(whole, clash.takeTheirs(get(whole))),
    })),
  };
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What was merged, told with capital letters at the start. */
export const told = <Whole>({ value, taken, clashes }: Merged<Whole>): Merged<Whole> => ({
  value,
  taken: taken.map(capitalised),
  clashes: clashes.map((clash) => ({ ...clash, where: capitalised(clash.where) })),
});
