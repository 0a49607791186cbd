// Choices in a schema: the options, the chosen one, and the value to begin with when another is chosen.
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

/** Schemas with all they refer to, without the branches of their choices. */
export const ownParts = (root: Json, schemas: readonly Known[], value: Known): JsonObject[] =>
  schemas.flatMap((schema) => partsOf(root, schema, value, () => []));

const leading = new Set(["oneOf", "anyOf", "allOf", "$ref", "$dynamicRef"]);

/** Parts that are read already, without what leads to further ones. */
export const flat = (parts: readonly JsonObject[]): JsonObject[] =>
  parts.map((part) => Object.fromEntries(Object.entries(part).filter(([keyword]) => !leading.has(keyword))));

export const isNullSchema = (schema: Json) =>
  isJsonObject(schema) && (schema["type"] === "null" || schema["const"] === null);

export const isScalar = (value: Json) => typeof value !== "object" || value === null;

/** The properties that only say which form is meant. */
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

/** The branch that a value has: one that does not contradict it, at best with all that it requires. */
export function chosenBranch(root: Json, branches: readonly Json[], value: Known): number | undefined {
  if (value === undefined) return undefined;
  const possible = [...branches.keys()].filter((index) => !contradicts(root, branches[index], value));
  const isComplete = (index: number) =>
    [...requiredNames(ownParts(root, [branches[index]], value))].every(
      (name) => childOf(value, name) !== undefined,
    );
  return possible.find(isComplete) ?? possible[0];
}

/** A value turned into another form; properties of both forms keep their values. */
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

/** Choices such as oneOf: [{ const: "a", title: "First" }] are options with names. */
export function namedOptions(branches: readonly Json[]): Option[] | undefined {
  const options = branches.flatMap((branch) => {
    const constant = childOf(branch, "const");
    if (constant === undefined || !isScalar(constant)) return [];
    const title = childOf(branch, "title");
    return [{ label: typeof title === "string" ? title : String(constant), value: constant }];
  });
  return options.length && options.length === branches.length ? options : undefined;
}

/** The first choice between forms; a second one is left to the text. */
export const branchesOf = (own: readonly JsonObject[]): Json[] =>
  own.flatMap(({ oneOf, anyOf }) => [listOf(oneOf), listOf(anyOf)]).find((branches) => branches.length) ?? [];
