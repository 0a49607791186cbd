// Differences between two JSON values, path by path.
import { isJsonObject, sameJson, type Json } from "#contract/json5.ts";

/** An absent value is not there before, or not there after. */
interface JsonChange {
  path: readonly string[];
  before?: Json | undefined;
  after?: Json | undefined;
}

export function jsonChanges(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[] = [],
): JsonChange[] {
  if (before === undefined || after === undefined) return before === after ? [] : [{ path, before, after }];
  if (sameJson(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => jsonChanges(before[name], after[name], [...path, name]));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item, index) => jsonChanges(item, after[index], [...path, String(index)]));
  return [{ path, before, after }];
}

const longest = 160;

/** A value on one line, cut where it is long; "not there" where it is absent. */
export function shortJson(value: Json | undefined): string {
  if (value === undefined) return "not there";
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
