// Choices in a schema: the options, the chosen one, and the initial value when another is chosen.
import { childOf } from "#contract/json-pointer.ts";
import { isJsonObject, type Json, type JsonObject, sameJson } from "#contract/json5.ts";
import { defaultOf } from "#console/foundation/code-editor/json-schema/default-of.ts";
import { titleIn } from "#console/foundation/code-editor/json-schema/hover.ts";
import { titleOf } from "#console/foundation/code-editor/json-schema/infer-schema.ts";
import {
  childSchemas,
  contradicts,
  type Known,
  listOf,
  partsOf,
  propertyNames,
  requiredNames,
  keywordIn,
  typesOf,
} from "#console/foundation/code-editor/json-schema/schema-at.ts";
import type { Option } from "./form-field.ts";

/** Returns schemas with all they refer to, but without the branches of their choices. */
export const ownParts = (root: Json, schemas: readonly Known[], value: Known): JsonObject[] =>
  schemas.flatMap((schema) => partsOf(root, schema, value, () => []));

const leading = new Set(["oneOf", "anyOf", "allOf", "$ref", "$dynamicRef"]);

/** Returns resolved parts without the keywords that refer to further schemas. */
export const flat = (parts: readonly JsonObject[]): JsonObject[] =>
  parts.map((part) => Object.fromEntries(Object.entries(part).filter(([keyword]) => !leading.has(keyword))));

export const isNullSchema = (schema: Json) =>
  isJsonObject(schema) && (schema["type"] === "null" || schema["const"] === null);

export const isScalar = (value: Json) => typeof value !== "object" || value === null;

/** The properties with a constant value, which only identify the form. */
export const constantsOf = (parts: readonly JsonObject[]) =>
  propertyNames(parts).flatMap((name) => {
    const constant = keywordIn(
      parts.flatMap((part) => childSchemas(part, name, {})).filter(isJsonObject),
      "const",
    );
    return constant === undefined ? [] : [{ name, constant }];
  });

export function labelOfBranch(root: Json, branch: Json, index: number): string {
  const parts = ownParts(root, [branch], undefined);
  const names = [
    titleIn(parts),
    constantsOf(parts)[0]?.constant,
    keywordIn(parts, "const"),
    parts.flatMap(typesOf)[0],
  ];
  const name = names.find((found) => typeof found === "string" && found !== "");
  return typeof name === "string" ? titleOf(name) : `Form ${index + 1}`;
}

/**
 * Returns the index of the branch that a value matches: one that does not contradict it, preferably with all required
 * properties.
 */
export function chosenBranch(root: Json, branches: readonly Json[], value: Known): number | undefined {
  if (value === undefined) return undefined;
  const possible = [...branches.keys()].filter((index) => !contradicts(root, branches[index], value));
  const isComplete = (index: number) =>
    [...requiredNames(ownParts(root, [branches[index]], value))].every(
      (name) => childOf(value, name) !== undefined,
    );
  return possible.find(isComplete) ?? possible[0];
}

/** Converts a value to another form; properties that both forms have keep their values. */
export function inForm(root: Json, schemas: Json[], value: Known): Json {
  const begin = defaultOf(root, { allOf: schemas });
  if (!isJsonObject(begin) || !isJsonObject(value)) return begin;
  const constants = new Set(constantsOf(ownParts(root, schemas, begin)).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(begin).map(([name, inner]) => [
      name,
      constants.has(name) ? inner : (childOf(value, name) ?? inner),
    ]),
  );
}

export const optionsOf = (values: readonly Json[]): Option[] =>
  values
    .filter((value, index) => values.findIndex((other) => sameJson(other, value)) === index)
    .map((value) => ({ label: typeof value === "string" ? value : JSON.stringify(value), value }));

/** Reads choices such as oneOf: [{ const: "a", title: "First" }] as named options. */
export function namedOptions(branches: readonly Json[]): Option[] | undefined {
  const options = branches.flatMap((branch) => {
    const constant = childOf(branch, "const");
    if (constant === undefined || !isScalar(constant)) return [];
    const title = childOf(branch, "title");
    return [{ label: typeof title === "string" ? title : String(constant), value: constant }];
  });
  return options.length && options.length === branches.length ? options : undefined;
}

/** The first choice between forms; any further one can be edited only in the text. */
export const branchesOf = (own: readonly JsonObject[]): Json[] =>
  own.flatMap(({ oneOf, anyOf }) => [listOf(oneOf), listOf(anyOf)]).find((branches) => branches.length) ?? [];
