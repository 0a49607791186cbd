// Wording for segments and parsing of pasted ids. Pure.
import type { Segment } from "#contract/segment.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";

/** Returns the noun for the units of an ID type, such as "users" or "stableID units". */
export const unitsOf = ({ idType }: { idType?: string | null | undefined }) =>
  idType && !/^user/i.test(idType) ? `${idType} units` : "users";

/** Returns the size of a segment, such as "12 ids" or "2 rules". */
export const sizeOf = ({ type, count = 0, rules }: Segment) =>
  type === "id_list" ? plural(count, "id") : plural(rules.length, "rule");

export interface PastedIDs {
  /** The ids without duplicates, in the order in which they were pasted. */
  readonly ids: readonly string[];
  /** Number of duplicates that were dropped. */
  readonly repeated: number;
  readonly alreadyInSegment: number;
}

/**
 * Parses pasted text or a file's content: one id a line, or separated by commas, semicolons or tabs; CSV
 * quotes are stripped.
 */
export function readIDs(text: string, known: ReadonlySet<string>): PastedIDs {
  const all = text
    .split(/[\n\r\t,;]+/)
    .map((part) => part.trim().replace(/^"(.*)"$/, "$1"))
    .filter(Boolean);
  const ids = [...new Set(all)];
  return {
    ids,
    repeated: all.length - ids.length,
    alreadyInSegment: ids.filter((id) => known.has(id)).length,
  };
}

/** Returns a sentence on how many of the pasted ids are new, already in the segment, or repeated. */
export function addedText({ ids, repeated, alreadyInSegment }: PastedIDs): string {
  if (ids.length === 0) return "Nothing to add yet.";
  const more = [
    alreadyInSegment > 0 ? `${formatCount(alreadyInSegment)} in it already` : "",
    repeated > 0 ? `${formatCount(repeated)} repeated` : "",
  ].filter(Boolean);
  return `${plural(ids.length - alreadyInSegment, "new id")}${more.length > 0 ? `, ${more.join(", ")}` : ""}.`;
}
