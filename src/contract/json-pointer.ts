// Resolves JSON pointers (RFC 6901), and references within a JSON Schema.
import { isJsonObject, type Json, type JsonObject } from "./json5.ts";

/** Returns the item or property of this name; undefined if there is none. */
export const childOf = (value: Json | undefined, name: string): Json | undefined => {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
};

/** Splits a pointer such as "/a/0" into its unescaped segments. */
export const pointerPath = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Returns the first subschema in which one of the keywords has the value. */
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

/** Resolves the fragment of a reference (pointer or anchor) to a part of the schema. */
export function referencedPart(schema: Json, fragment: string): Json | undefined {
  const name = decoded(fragment);
  if (name === "" || name.startsWith("/")) return pointerPath(name).reduce<Json | undefined>(childOf, schema);
  return schemaWith(schema, ["$anchor", "$dynamicAnchor"], name);
}
