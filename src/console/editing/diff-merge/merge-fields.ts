// Three-way merge field by field: a field that only one side changed takes that value; one that both changed is a conflict.
import { sameJson } from "#contract/json5.ts";
import { capitalise } from "#console/foundation/ui/wording.ts";

/** A part that both sides changed differently; `takeTheirs` replaces my value with theirs. */
export interface Conflict<Whole> {
  /** Stable until the conflict is resolved. */
  key: string;
  where: string;
  base: string;
  mine: string;
  theirs: string;
  takeTheirs: (whole: Whole) => Whole;
}

export interface Merged<Whole> {
  value: Whole;
  /** Changes of theirs that were merged, in words. */
  taken: string[];
  conflicts: Conflict<Whole>[];
}

/** Merges one part of an object from its base, my version and theirs. */
export type Step<Whole> = (all: readonly [base: Whole, mine: Whole, theirs: Whole]) => Merged<Whole>;

interface FieldOptions<Whole, Value> {
  same?: (left: Value, right: Value) => boolean;
  set?: (whole: Whole, value: Value) => Whole;
}

/** Merge step for one property: a change by one side wins; the same change by both sides is no conflict. */
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

/** Chains merge steps: each receives the result of the previous one as my version. */
export const chainSteps =
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

/** Builds the merge of two drafts from steps, and capitalises the texts of the result. */
export const mergeOf =
  <Whole>(...steps: Step<Whole>[]) =>
  (base: Whole, mine: Whole, theirs: Whole): Merged<Whole> => {
    const { value, taken, conflicts } = chainSteps(...steps)([base, mine, theirs]);
    return {
      value,
      taken: taken.map(capitalise),
      conflicts: conflicts.map((conflict) => ({ ...conflict, where: capitalise(conflict.where) })),
    };
  };
