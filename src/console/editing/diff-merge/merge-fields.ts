// A merge field by field: whoever changed a field alone has it, and what both changed is asked about.
import { sameJson } from "#contract/json5.ts";
import { capitalise } from "#console/foundation/ui/wording.ts";

/** Something that both changed, differently; `takeTheirs` puts theirs in place of mine. */
export interface Conflict<Whole> {
  /** Stays the same while it is asked about. */
  key: string;
  where: string;
  base: string;
  mine: string;
  theirs: string;
  takeTheirs: (whole: Whole) => Whole;
}

export interface Merged<Whole> {
  value: Whole;
  /** Their changes that came in, in words. */
  taken: string[];
  conflicts: Conflict<Whole>[];
}

/** Merges a part of something that two people changed, given as it was, mine and theirs. */
export type Step<Whole> = (all: readonly [base: Whole, mine: Whole, theirs: Whole]) => Merged<Whole>;

interface FieldOptions<Whole, Value> {
  same?: (left: Value, right: Value) => boolean;
  set?: (whole: Whole, value: Value) => Whole;
}

/** A field under its own name: whoever changed it alone has it; both alike is no conflict. */
export const fieldStep =
  <Whole, Key extends keyof Whole>(
    what: string,
    key: Key,
    show: (value: Whole[Key]) => string,
    {
      same = sameJson,
      set = (whole, value) => ({ ...whole, [key]: value }),
    }: FieldOptions<Whole, Whole[Key]> = {},
  ): Step<Whole> =>
  ([base, mine, theirs]) => {
    const [before, own, other] = [base[key], mine[key], theirs[key]];
    const takeTheirs = (whole: Whole): Whole => set(whole, other);
    if (same(before, other) || same(own, other)) return { value: mine, taken: [], conflicts: [] };
    const where = what.toLowerCase();
    if (same(before, own)) return { value: takeTheirs(mine), taken: [where], conflicts: [] };
    const conflict: Conflict<Whole> = {
      key: what,
      where,
      base: show(before),
      mine: show(own),
      theirs: show(other),
      takeTheirs,
    };
    return { value: mine, taken: [], conflicts: [conflict] };
  };

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
