// Finds unresolvable references in a schema and reports the location of each. Used for messages only: the validator decides.
import { isJsonObject, type Json } from "./json5.ts";
import { referencedPart, schemaWith } from "./json-pointer.ts";
import type { SchemaProblem } from "./json-schema-problems.ts";

interface Reference {
  path: string;
  to: string;
  /** The schema that references starting with "#" are resolved in. */
  within: Json;
}

/** Keywords that contain plain values, in which "$ref" has no special meaning. */
const values = new Set(["const", "enum", "default", "examples"]);

function referencesIn(schema: Json, path: readonly string[], within: Json): Reference[] {
  if (typeof schema !== "object" || schema === null) return [];
  const root = isJsonObject(schema) && typeof schema["$id"] === "string" ? schema : within;
  return Object.entries(schema).flatMap(([name, inner]) => {
    const place = [...path, name];
    if ((name === "$ref" || name === "$dynamicRef") && typeof inner === "string")
      return [{ path: place.join("."), to: inner, within: root }];
    return values.has(name) ? [] : referencesIn(inner, place, root);
  });
}

function leadsNowhere({ to, within }: Reference, root: Json): boolean {
  const [document = "", fragment = ""] = to.split("#");
  if (document !== "") return !schemaWith(root, ["$id"], document);
  return referencedPart(within, fragment) === undefined;
}

/** Returns one problem for each unresolvable reference, quoting it as the user wrote it. */
export const referencesToNothing = (schema: Json): SchemaProblem[] =>
  referencesIn(schema, [], schema)
    .filter((reference) => leadsNowhere(reference, schema))
    .map(({ path, to }) => ({
      path,
      message: to.startsWith("#")
        ? `This schema has no part '${to}'`
        : `'${to}' is not part of this schema; other documents are not loaded`,
    }));
