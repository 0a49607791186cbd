// Finds references of a schema that lead nowhere, each at its own place. For messages only: the validator decides.
import { isJsonObject, type Json } from "./json5.ts";
import type { SchemaProblem } from "./json-schema-problems.ts";

interface Reference {
  path: string;
  to: string;
  /** The schema whose parts "#…" names. */
  within: Json;
}

/** Under these a schema holds values, in which "$ref" is a name like any other. */
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

/** True where some schema within has one of these keywords with this value. */
function says(schema: Json, keywords: readonly string[], value: string): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  return (
    (isJsonObject(schema) && keywords.some((keyword) => schema[keyword] === value)) ||
    Object.values(schema).some((inner) => says(inner, keywords, value))
  );
}

function nameOf(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return segment;
  }
}

function hasPart(schema: Json, fragment: string): boolean {
  const segments = fragment.split("/").slice(1).map(nameOf);
  const part = segments.reduce<Json | undefined>(
    (holder, name) =>
      typeof holder === "object" && holder !== null
        ? Object.entries(holder).find(([key]) => key === name)?.[1]
        : undefined,
    schema,
  );
  return part !== undefined;
}

function leadsNowhere({ to, within }: Reference, root: Json): boolean {
  const [document = "", fragment = ""] = to.split("#");
  if (document !== "") return !says(root, ["$id"], document);
  if (fragment === "" || fragment.startsWith("/")) return !hasPart(within, fragment);
  return !says(within, ["$anchor", "$dynamicAnchor"], fragment);
}

/** One problem for each reference to nothing in the schema, as the reader wrote it. */
export const referencesToNothing = (schema: Json): SchemaProblem[] =>
  referencesIn(schema, [], schema)
    .filter((reference) => leadsNowhere(reference, schema))
    .map(({ path, to }) => ({
      path,
      message: to.startsWith("#")
        ? `This schema has no part '${to}'`
        : `'${to}' is not part of this schema; other documents are not loaded`,
    }));
