// Three-way merge of a JSON value, path by path: finds the changes of theirs that can be applied to mine, and the conflicts.
// With mine equal to base, the result is the plain difference between two values.
import { isJsonObject, sameJson, type Json } from "#contract/json5.ts";

/** Property names and list indexes, from the outermost to the innermost. */
export type Path = readonly string[];

/** Sets the value at a path; without `value` the property is removed. */
export interface ValueAt {
  path: Path;
  before?: Json | undefined;
  value?: Json | undefined;
}

/** Both sides changed the value at a path, and differently; an absent value was removed. */
export interface Conflict {
  path: Path;
  base?: Json | undefined;
  mine?: Json | undefined;
  theirs?: Json | undefined;
}

export interface JsonMerge {
  /** Changes of theirs to apply to mine. */
  take: ValueAt[];
  conflicts: Conflict[];
}

type Maybe = Json | undefined;

const same = (left: Maybe, right: Maybe) =>
  left === undefined || right === undefined ? left === right : sameJson(left, right);

const nothing: JsonMerge = { take: [], conflicts: [] };

const joined = (merges: readonly JsonMerge[]): JsonMerge => ({
  take: merges.flatMap(({ take }) => take),
  conflicts: merges.flatMap(({ conflicts }) => conflicts),
});

/** Lists are merged item by item only if nobody added or removed an item; otherwise the index does not identify an item. */
const sameLength = (lists: readonly (readonly Json[])[]) =>
  lists.every((list) => list.length === lists[0]?.length);

export function mergeJson(base: Maybe, mine: Maybe, theirs: Maybe, path: Path = []): JsonMerge {
  if (same(base, theirs) || same(mine, theirs)) return nothing;
  if (isJsonObject(mine) && isJsonObject(theirs)) {
    const from = isJsonObject(base) ? base : {};
    const names = new Set([...Object.keys(from), ...Object.keys(mine), ...Object.keys(theirs)]);
    return joined([...names].map((name) => mergeJson(from[name], mine[name], theirs[name], [...path, name])));
  }
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs) && sameLength([base, mine, theirs]))
    return joined(
      mine.map((item, index) => mergeJson(base[index], item, theirs[index], [...path, String(index)])),
    );
  if (same(base, mine)) return { take: [{ path, before: mine, value: theirs }], conflicts: [] };
  return { take: [], conflicts: [{ path, base, mine, theirs }] };
}

/** Formats a path as "options.0.price"; the path of the whole value is "". */
export const pathText = (path: Path) => path.join(".");
