// Compares two versions of a document field by field. Pure; takes time proportional to their size.
import { isJsonObject, sameJson } from "#contract/json5.ts";
import type { Difference, VersionDifferences } from "#contract/version-differences.ts";

/** Fields that describe the save that created a version. */
export type Saved = Partial<
  Pick<
    VersionDifferences,
    "version" | "lastModifierID" | "lastModifierName" | "lastModifiedTime" | "lastModifiedReason"
  >
> & { lastModifierEmail?: unknown };

/** Returns the stable id of a rule or variant. */
function lastingID(value: unknown): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const id = value["baseID"] ?? value["id"];
  return typeof id === "string" ? id : undefined;
}

/** Indexes list items by their stable ids; undefined if any item has none or an id is repeated. */
function byID(list: readonly unknown[]): Map<string, unknown> | undefined {
  const all = new Map(list.map((item) => [lastingID(item) ?? "", item]));
  return all.has("") || all.size < list.length ? undefined : all;
}

function ofFields(before: Map<string, unknown>, after: Map<string, unknown>, path: string): Difference[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) =>
    differences(before.get(key), after.get(key), path ? `${path}.${key}` : key),
  );
}

const fieldsOf = (object: object) => new Map(Object.entries(object));

/** Returns the fields that differ. List items with ids are matched by id, and a change of their order is a difference of its own. */
function differences(before: unknown, after: unknown, path = ""): Difference[] {
  if (isJsonObject(before) && isJsonObject(after)) return ofFields(fieldsOf(before), fieldsOf(after), path);
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, now] = [byID(before), byID(after)];
    if (old && now) {
      const [stayed, still] = [
        [...old.keys()].filter((id) => now.has(id)),
        [...now.keys()].filter((id) => old.has(id)),
      ];
      const order = sameJson(stayed, still) ? [] : [{ property: path, old: stayed, new: still }];
      return [...ofFields(old, now, path), ...order];
    }
  }
  return sameJson(before, after) ? [] : [{ property: path, old: before, new: after }];
}

/** Returns a version's metadata with the fields that it changed. */
export function versionDifferences(after: Saved, before: Saved | undefined): VersionDifferences {
  const { version, lastModifierID, lastModifierName, lastModifiedTime, lastModifiedReason } = after;
  const save = { version, lastModifierID, lastModifierName, lastModifiedTime, lastModifiedReason };
  const ofTheSave = new Set([...Object.keys(save), "lastModifierEmail"]);
  const changes = differences(before ?? after, after);
  return { ...save, changes: changes.filter(({ property }) => !ofTheSave.has(property)) };
}
