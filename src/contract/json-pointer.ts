// Places in JSON: pointers (RFC 6901), and the parts of a JSON Schema that its references name.
import { isJsonObject, type Json, type JsonObject } from "./json5.ts";

/** The item or the property of a value; undefined where it has none of this name. */
export const childOf = (value: Json | undefined, name: string): Json | undefined => {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
};

/** The names along a pointer such as "/a/0". */
export const pointerPath = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The first schema within a schema that has one of the keywords with the value. */
export function schemaWith(schema: Json, keywords: readonly string[], value: string): JsonObject | undefined {
  if (isJsonObject(schema) && keywords.some((keyword) => schema[keyword] === value)) return schema;
  if (typeof schema !== "object" || schema === null) return undefined;
  for (const inner of Object.values(schema)) {
    const found = schemaWith(inner, keywords, value);
    if (found) return found;
  }
  return undefined;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The part of a schema that the fragment of a reference names, by a pointer or an anchor. */
export function referencedPart(schema: Json, fragment: string): Json | undefined {
  const name = decoded(fragment);
  if (name === "" || name.startsWith("/")) return pointerPath(name).reduce<Json | undefined>(childOf, schema);
  return schemaWith(schema, ["$anchor", "$dynamicAnchor"], name);
}
