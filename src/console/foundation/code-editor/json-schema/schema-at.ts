// Finds the parts of a JSON Schema that apply to the value at a path. Only for help while typing: the validator decides
// validity.
import { typeName } from "#contract/problems.ts";
import { childOf, referencedPart } from "#contract/json-pointer.ts";
import { isJsonObject, type Json, type JsonObject, sameJson } from "#contract/json5.ts";
import { preparePattern } from "#targeting/evaluate/patterns.ts";
import type { Path } from "#console/foundation/code-editor/json5/places.ts";

/** A value as far as it is known; undefined if nothing is known yet. */
export type Known = Json | undefined;

export const typesOf = ({ type }: JsonObject): string[] =>
  (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");

/** Whether a value has a JSON Schema type; whole numbers are integers too. */
export const fitsType = (value: Json, type: string): boolean =>
  type === "integer" ? Number.isInteger(value) : typeName(value) === type;

export const listOf = (value: Known): Json[] => (Array.isArray(value) ? value : []);

/** All allowed values if the schemas list them. */
export const choicesOf = (parts: readonly JsonObject[]): Json[] =>
  parts.flatMap((part) => (part["const"] === undefined ? listOf(part["enum"]) : [part["const"]]));

/** The schema that a reference points to. */
function targetOf(root: Json, { $ref, $dynamicRef }: JsonObject): Known {
  const reference = $ref ?? $dynamicRef;
  return typeof reference === "string" && reference.startsWith("#")
    ? referencedPart(root, reference.slice(1))
    : undefined;
}

/** Whether a schema cannot describe a value, judging by its type, its constants and those of its properties. */
export function contradicts(root: Json, schema: Known, value: Known, seen = new Set<JsonObject>()): boolean {
  if (schema === false) return true;
  // References may be circular.
  if (value === undefined || !isJsonObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  const types = typesOf(schema);
  if (types.length && !types.some((type) => fitsType(value, type))) return true;
  const choices = choicesOf([schema]);
  if (choices.length && !choices.some((choice) => sameJson(choice, value))) return true;
  const properties = isJsonObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  return (
    properties.some(([name, inner]) => contradicts(root, inner, childOf(value, name))) ||
    [targetOf(root, schema), ...listOf(schema["allOf"])].some((inner) =>
      contradicts(root, inner, value, seen),
    )
  );
}

/** The branches that may describe the value; all branches if none matches. */
function possibleBranches(root: Json, branches: readonly Json[], value: Known): Json[] {
  const possible = branches.filter((branch) => !contradicts(root, branch, value));
  return possible.length ? possible : [...branches];
}

function conditionalParts(root: Json, schema: JsonObject, value: Known): Known[] {
  const { if: condition, dependentSchemas } = schema;
  const chosen =
    condition === undefined ? undefined : schema[contradicts(root, condition, value) ? "else" : "then"];
  const dependent = Object.entries(isJsonObject(dependentSchemas) ? dependentSchemas : {});
  return [
    chosen,
    ...dependent.map(([name, inner]) => (childOf(value, name) === undefined ? undefined : inner)),
  ];
}

/** Selects the branches of a oneOf or anyOf to follow. */
export type Choose = (branches: readonly Json[]) => readonly Json[];

/** All schemas that apply to one value: the schema, those it refers to, its parts, and the chosen branches. */
export function partsOf(
  root: Json,
  schema: Known,
  value: Known,
  choose?: Choose,
  seen = new Set<JsonObject>(),
): JsonObject[] {
  if (!isJsonObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const chosen = choose ?? ((branches) => possibleBranches(root, branches, value));
  const inner = [
    targetOf(root, schema),
    ...listOf(schema["allOf"]),
    ...chosen(listOf(schema["anyOf"])),
    ...chosen(listOf(schema["oneOf"])),
    ...conditionalParts(root, schema, value),
  ];
  return [schema, ...inner.flatMap((part) => partsOf(root, part, value, choose, seen))];
}

/** The first value that any of several schemas has for a keyword. */
export const keywordIn = (parts: readonly JsonObject[], keyword: string): Known =>
  parts.find((part) => part[keyword] !== undefined)?.[keyword];

/** All values that several schemas list under a keyword. */
export const keywordLists = (parts: readonly JsonObject[], keyword: string): Json[] =>
  parts.flatMap((part) => listOf(part[keyword]));

/** The names of all properties that any of several schemas describes. */
export const propertyNames = (parts: readonly JsonObject[]): string[] => [
  ...new Set(parts.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : []))),
];

export const requiredNames = (parts: readonly JsonObject[]): Set<string> =>
  new Set(keywordLists(parts, "required").filter((name) => typeof name === "string"));

const matchesName = (pattern: string, name: string) => {
  const prepared = preparePattern(pattern);
  return "matches" in prepared && prepared.matches(name) === true;
};

function propertySchemas(
  { properties, patternProperties, additionalProperties, unevaluatedProperties }: JsonObject,
  name: string,
) {
  const patterns = Object.entries(isJsonObject(patternProperties) ? patternProperties : {});
  const named = [
    childOf(properties, name),
    ...patterns.map(([pattern, schema]) => (matchesName(pattern, name) ? schema : undefined)),
  ].filter((schema) => schema !== undefined);
  return named.length ? named : [additionalProperties ?? unevaluatedProperties];
}

function itemSchema({ prefixItems, items, unevaluatedItems }: JsonObject, index: string): Known {
  return childOf(listOf(prefixItems), index) ?? items ?? unevaluatedItems;
}

/** The schemas that a schema has for one of its properties or items. */
export const childSchemas = (schema: JsonObject, segment: string, holder: Known): Known[] =>
  Array.isArray(holder) ? [itemSchema(schema, segment)] : propertySchemas(schema, segment);

/** Returns all schemas that apply to the value at a path; `value` is the whole value, as far as it is known. */
export function schemasAt(root: Json, path: Path, value: Known): JsonObject[] {
  let schemas = partsOf(root, root, value);
  let holder = value;
  for (const segment of path) {
    const child = childOf(holder, segment);
    schemas = schemas
      .flatMap((schema) => childSchemas(schema, segment, holder))
      .flatMap((schema) => partsOf(root, schema, child));
    holder = child;
  }
  return schemas;
}
