// How segments are worded. Pure.
import type { Segment } from "#contract/segment.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";

/** Those it is about. */
export const unitsOf = ({ idType }: { idType?: string | null | undefined }) =>
  idType && !/^user/i.test(idType) ? `${idType} units` : "users";

/** "12 ids", "2 rules". */
export const sizeOf = ({ type, count = 0, rules }: Segment) =>
  type === "id_list" ? plural(count, "id") : plural(rules.length, "rule");

export interface PastedIDs {
  /** Each once, in their order. */
  readonly ids: readonly string[];
  /** How often an id stood there again. */
  readonly repeated: number;
  readonly isThere: number;
}

/** Ids as they are pasted or stand in a file: one a line, or parted by commas, semicolons or tabs; quotes of CSV are taken off. */
export function readIDs(text: string, known: ReadonlySet<string>): PastedIDs {
  const all = text
    .split(/[\n\r\t,;]+/)
    .map((part) => part.trim().replace(/^"(.*)"$/, "$1"))
    .filter(Boolean);
  const ids = [...new Set(all)];
  return { ids, repeated: all.length - ids.length, isThere: ids.filter((id) => known.has(id)).length };
}

/** The outcome of adding them, as a sentence. */
export function addedText({ ids, repeated, isThere }: PastedIDs): string {
  if (ids.length === 0) return "Nothing to add yet.";
  const more = [
    isThere > 0 ? `${formatCount(isThere)} in it already` : "",
    repeated > 0 ? `${formatCount(repeated)} repeated` : "",
  ].filter(Boolean);
  return `${plural(ids.length - isThere, "new id")}${more.length > 0 ? `, ${more.join(", ")}` : ""}.`;
}
