// Proposes a JSON Schema that the given values match: a starting point to be refined by hand.
import { typeName } from "#contract/problems.ts";
import { isJsonObject, type Json, type JsonObject } from "#contract/json5.ts";
import { capitalise } from "#console/foundation/ui/wording.ts";

/** Turns "freeFrom" and "free_from" into "Free from". */
export function titleOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .split(" ")
    .map((word) => (/^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word))
    .join(" ");
  return capitalise(words);
}

/** The type is "integer" only if all numbers are whole. */
function typesIn(values: readonly Json[]): string[] {
  const types = [...new Set(values.map(typeName))];
  const isWhole = values.every((value) => typeof value !== "number" || Number.isInteger(value));
  return types.map((type) => (type === "number" && isWhole ? "integer" : type));
}

function propertiesOf(objects: readonly JsonObject[]): JsonObject {
  const names = [...new Set(objects.flatMap(Object.keys))];
  const required = names.filter((name) => objects.every((object) => Object.hasOwn(object, name)));
  const properties = Object.fromEntries(
    names.map((name) => {
      const values = objects.flatMap((object) => (Object.hasOwn(object, name) ? [object[name] ?? null] : []));
      return [name, { title: titleOf(name), ...describe(values) }];
    }),
  );
  return { properties, ...(required.length ? { required } : {}) };
}

function describe(values: readonly Json[]): JsonObject {
  const types = typesIn(values);
  const objects = values.filter(isJsonObject);
  const items = values.filter((value) => Array.isArray(value)).flat();
  return {
    ...(types.length ? { type: types.length === 1 ? (types[0] ?? "null") : types } : {}),
    ...(objects.length ? propertiesOf(objects) : {}),
    ...(items.length ? { items: describe(items) } : {}),
  };
}

/** Returns a schema that all values match. Properties that only some values have are not required; nothing is forbidden. */
export const inferSchema = (values: readonly Json[]): JsonObject => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  ...describe(values),
});
