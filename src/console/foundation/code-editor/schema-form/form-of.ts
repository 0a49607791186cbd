// Creates the form of a value from its schema. Every schema has a form; parts that no field can show are edited in the text.
import { childOf } from "#contract/json-pointer.ts";
import { isJsonObject, type Json, type JsonObject, sameJson } from "#contract/json5.ts";
import type { Path } from "#console/foundation/code-editor/json5/places.ts";
import { defaultOf, emptyOf } from "#console/foundation/code-editor/json-schema/default-of.ts";
import { descriptionIn, titleIn } from "#console/foundation/code-editor/json-schema/hover.ts";
import { titleOf } from "#console/foundation/code-editor/json-schema/infer-schema.ts";
import {
  childSchemas,
  choicesOf,
  fitsType,
  type Known,
  listOf,
  propertyNames,
  requiredNames,
  keywordIn,
  typesOf,
} from "#console/foundation/code-editor/json-schema/schema-at.ts";
import {
  branchesOf,
  chosenBranch,
  constantsOf,
  flat,
  inForm,
  isNullSchema,
  isScalar,
  labelOfBranch,
  namedOptions,
  optionsOf,
  ownParts,
} from "./form-choices.ts";
import type { FieldKind, FormField } from "./form-field.ts";

interface Place {
  root: Json;
  path: Path;
  value: Known;
  /** Number of choices on the path so far; it is limited because references may be circular. */
  choices: number;
}

/** Maximum depth of a form; deeper values are edited in the text. */
const deepest = 8;

const textOnly = (reason: string): FieldKind => ({ kind: "text only", reason });

const mostItems = 100;

function listOfFields(place: Place, parts: readonly JsonObject[]): FieldKind {
  const { path, value } = place;
  const items = listOf(value);
  if (items.length > mostItems) return textOnly(`More than ${mostItems} items`);
  const schemasOf = (index: number) => parts.flatMap((part) => childSchemas(part, String(index), items));
  return {
    kind: "list",
    items: items.map((item, index) =>
      fieldAt({ ...place, path: [...path, String(index)], value: item }, schemasOf(index), true),
    ),
    mayGrow: schemasOf(items.length).some(isJsonObject),
  };
}

function objectOfFields(place: Place, parts: readonly JsonObject[]): FieldKind {
  const { path, value } = place;
  const mayGrow = parts.some(
    ({ additionalProperties, patternProperties }) =>
      isJsonObject(additionalProperties) || isJsonObject(patternProperties),
  );
  if (!isJsonObject(value)) return { kind: "object", fields: [], mayGrow };
  const hidden = new Set(
    constantsOf(parts).flatMap(({ name, constant }) => (sameJson(value[name], constant) ? [name] : [])),
  );
  const required = requiredNames(parts);
  const names = [...new Set([...propertyNames(parts), ...required, ...Object.keys(value)])].filter(
    (name) => !hidden.has(name),
  );
  return {
    kind: "object",
    fields: names.flatMap((name) => {
      const schemas = parts.flatMap((part) => childSchemas(part, name, value));
      const own = childOf(value, name);
      // A forbidden property is not offered.
      if (own === undefined && schemas.includes(false)) return [];
      return [fieldAt({ ...place, path: [...path, name], value: own }, schemas, required.has(name))];
    }),
    mayGrow,
  };
}

const longText = 60;

/** The type of a value whose schema does not state one. */
function typeMeant(parts: readonly JsonObject[], value: Known): string | undefined {
  const has = (...keywords: string[]) => keywords.some((keyword) => keywordIn(parts, keyword) !== undefined);
  if (has("properties", "required", "additionalProperties", "patternProperties")) return "object";
  if (has("items", "prefixItems")) return "array";
  return value === undefined || !isScalar(value) ? undefined : typeof value;
}

function kindOfType(place: Place, parts: readonly JsonObject[]): FieldKind {
  const { value } = place;
  const types = parts.flatMap(typesOf).filter((type) => type !== "null");
  const fitting = types.find((type) => value !== undefined && fitsType(value, type));
  const type = fitting ?? types[0] ?? typeMeant(parts, value);
  const isOther = value !== undefined && type !== undefined && !fitsType(value, type);
  // A wrong text or number can be corrected in its field; a value of another type cannot be shown there.
  const isTyped = type === "string" || type === "number" || type === "integer";
  if (isOther && !(isTyped && (typeof value === "string" || typeof value === "number")))
    return textOnly(`Here it is ${JSON.stringify(value).slice(0, longText)}`);
  switch (type) {
    case "string": {
      const isLong =
        Number(keywordIn(parts, "maxLength") ?? 0) > longText ||
        (typeof value === "string" && (value.length > longText || value.includes("\n")));
      return { kind: "text", isLong };
    }
    case "number":
    case "integer": {
      // Choice: a schema may name the unit of a number with the keyword "unit", which the form shows.
      const unit = keywordIn(parts, "unit");
      return { kind: "number", unit: typeof unit === "string" ? unit : "" };
    }
    case "boolean":
      return { kind: "switch" };
    case "array":
      return listOfFields(place, parts);
    case "object":
      return objectOfFields(place, parts);
    default:
      return textOnly("The schema does not say what belongs here");
  }
}

function titleAt(path: Path, parts: readonly JsonObject[]): string {
  const last = path.at(-1) ?? "";
  return titleIn(parts) || (/^\d+$/.test(last) ? `Item ${Number(last) + 1}` : titleOf(last));
}

/** A field with a single possible value has nothing to fill in. */
const isConstant = (field: FormField) => field.kind === "select" && field.options.length === 1;

function kindAt(place: Place, own: readonly JsonObject[], branches: readonly Json[]): FieldKind {
  const { root, path, value } = place;
  if (path.length > deepest || place.choices > deepest) return textOnly("It lies too deep for a form");
  const forms = branches.filter((branch) => !isNullSchema(branch));
  const options = namedOptions(forms);
  if (options) return { kind: "select", options };
  const choices = choicesOf(own);
  if (choices.length)
    return choices.every(isScalar)
      ? { kind: "select", options: optionsOf(choices) }
      : textOnly("Its choices are no plain values");
  const further = { ...place, choices: place.choices + 1 };
  const schemasOf = (form: Json) => [...flat(own), form];
  const [first] = forms;
  if (first === undefined) return kindOfType(place, own);
  if (forms.length === 1) {
    const parts = ownParts(root, schemasOf(first), value);
    return kindAt(further, parts, branchesOf(parts));
  }
  const chosen = chosenBranch(root, forms, value);
  const form = chosen === undefined ? undefined : forms[chosen];
  const inner = form === undefined ? undefined : fieldAt(further, schemasOf(form), true);
  return {
    kind: "choice",
    forms: forms.map((branch, index) => ({
      label: labelOfBranch(root, branch, index),
      value: inForm(root, schemasOf(branch), value),
    })),
    chosen,
    field: inner && !isConstant(inner) ? inner : undefined,
  };
}

/** The initial value that replaces null. */
function beginning(root: Json, own: readonly JsonObject[], branches: readonly Json[]): Json {
  const form = branches.find((branch) => !isNullSchema(branch));
  const begin = defaultOf(root, { allOf: [...flat(own), ...(form === undefined ? [] : [form])] });
  const type = own.flatMap(typesOf).find((name) => name !== "null") ?? "object";
  return begin ?? emptyOf[type] ?? {};
}

function fieldAt(place: Place, schemas: readonly Known[], isRequired: boolean): FormField {
  const { root, path, value } = place;
  const own = ownParts(root, schemas, value);
  const branches = branchesOf(own);
  const mayBeNull = own.flatMap(typesOf).includes("null") || branches.some(isNullSchema);
  const kind: FieldKind = schemas.includes(false)
    ? textOnly("Not part of the schema")
    : value === null && mayBeNull
      ? { kind: "null", begin: beginning(root, own, branches) }
      : kindAt(place, own, branches);
  return {
    path,
    title: titleAt(path, own),
    description: descriptionIn(own),
    isRequired,
    mayBeNull,
    value,
    ...kind,
  };
}

/** Returns the form of a value; a value of undefined means that the text has none yet. */
export const formOf = (schema: Json, value: Known): FormField =>
  fieldAt({ root: schema, path: [], value, choices: 0 }, [schema], true);
