// Applies a write to a segment. Pure.
import type { SegmentCreate, SegmentPatch } from "#contract/segment-update.ts";
import type { StoredSegment } from "#service/database/segments.ts";
import { plainFields, withGiven } from "#service/entity-writes/given-fields.ts";
import { newEntityID } from "#service/entity-writes/name-in-use.ts";
import { newID } from "#service/entity-writes/rule-ids.ts";
import { writtenRules } from "#service/entity-writes/written-rules.ts";
import { creatorFields, authorFields, type ChangeAuthor } from "#service/http/author-fields.ts";

const signed = (segment: StoredSegment, author: ChangeAuthor, reason?: string): StoredSegment => ({
  ...segment,
  version: segment.version + 1,
  ...authorFields(author, reason),
});

export const patchedSegment = (
  stored: StoredSegment,
  sent: SegmentPatch,
  author: ChangeAuthor,
): StoredSegment =>
  signed(
    {
      ...withGiven<StoredSegment, (typeof plainFields)[number]>(
        stored,
        { ...sent, idType: undefined },
        plainFields,
      ),
      rules: sent.rules ? writtenRules(stored, stored.rules, sent.rules) : stored.rules,
    },
    author,
    sent.changeReason,
  );

export function newSegment(sent: SegmentCreate, author: ChangeAuthor, lastVersion: number): StoredSegment {
  const id = newEntityID(sent);
  const blank: StoredSegment = {
    id,
    name: sent.name ?? id,
    type: sent.type,
    idType: sent.idType,
    tags: [],
    targetApps: [],
    rules: [],
    ids: [],
    version: lastVersion,
    ...(lastVersion > 0 && { salt: newID(id, lastVersion, "salt") }),
  };
  return { ...patchedSegment(blank, { ...sent, type: undefined }, author), ...creatorFields(author, sent) };
}

/** The segment after ids were added or removed; the same object where nothing changes. */
export function withIDs(
  stored: StoredSegment,
  sent: readonly string[],
  how: "add" | "remove",
  author: ChangeAuthor,
): StoredSegment {
  const given = new Set(sent);
  const ids =
    how === "add" ? [...new Set([...stored.ids, ...given])] : stored.ids.filter((id) => !given.has(id));
  return ids.length === stored.ids.length ? stored : signed({ ...stored, ids }, author);
}
