// Determines the columns of the matrix: the fields in the schema, or those of the default value if there is no schema.
import { childOf } from "#contract/json-pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "#contract/json5.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import { inferSchema } from "#console/foundation/code-editor/json-schema/infer-schema.ts";
import { keywordIn, schemasAt } from "#console/foundation/code-editor/json-schema/schema-at.ts";
import type { FormField, Option } from "#console/foundation/code-editor/schema-form/form-field.ts";
import { formOf } from "#console/foundation/code-editor/schema-form/form-of.ts";

export interface MatrixColumn {
  name: string;
  /** "list": a list of strings or numbers; "other": any other nested value. */
  kind: "number" | "text" | "choice" | "list" | "other";
  /** For a list: whether its items are numbers. */
  hasNumbers: boolean;
  /** The options of a choice. */
  options: readonly Option[];
  /** Describes the allowed values, such as "cents, 0 to 5000". */
  note: string;
  unit: string;
  isRequired: boolean;
}

export interface MatrixColumns {
  columns: readonly MatrixColumn[];
  /** Names of all fields, including those not shown in the matrix. */
  names: readonly string[];
}

/** Number of fields shown by default. */
const most = 12;

/** Labels of boolean values. */
export const booleanOptions: readonly Option[] = [
  { label: "On", value: true },
  { label: "Off", value: false },
];

function rangeOf(parts: readonly JsonObject[]): string {
  const [least, largest] = [keywordIn(parts, "minimum"), keywordIn(parts, "maximum")].map((bound) =>
    typeof bound === "number" ? String(bound) : undefined,
  );
  if (least !== undefined && largest !== undefined) return `${least} to ${largest}`;
  if (largest !== undefined) return `at most ${largest}`;
  return least === undefined ? "" : `from ${least}`;
}

function noteOf(field: FormField, parts: readonly JsonObject[]): string {
  switch (field.kind) {
    case "number":
      return [field.unit || "number", rangeOf(parts)].filter(Boolean).join(", ");
    case "text": {
      const longest = keywordIn(parts, "maxLength");
      return typeof longest === "number" ? `text, up to ${longest}` : "text";
    }
    case "switch":
      return "on or off";
    case "select":
      return `one of ${field.options.length}`;
    case "list":
      return "list, in order";
    default:
      return "several values";
  }
}

const kinds: Partial<Record<FormField["kind"], MatrixColumn["kind"]>> = {
  number: "number",
  text: "text",
  switch: "choice",
  select: "choice",
};

const plainTypes = ["string", "number", "integer"];

/** The type of a list's items; undefined if they cannot be edited as comma-separated text. */
function itemsOf(root: Json, name: string, value: Json): "numbers" | "texts" | undefined {
  const list = childOf(value, name);
  const items = Array.isArray(list) ? list : [];
  const types = schemasAt(root, [name, "0"], value).flatMap(({ type }) => type ?? []);
  if (types.length === 0) types.push(...items.map((item) => (isJsonObject(item) ? "object" : typeof item)));
  if (types.length === 0 || types.some((type) => typeof type !== "string" || !plainTypes.includes(type)))
    return undefined;
  return types.includes("string") ? "texts" : "numbers";
}

function columnOf(root: Json, field: FormField, value: Json): MatrixColumn {
  const name = field.path.at(-1) ?? "";
  const items = field.kind === "list" ? itemsOf(root, name, value) : undefined;
  return {
    name,
    kind: kinds[field.kind] ?? (items ? "list" : "other"),
    hasNumbers: items === "numbers",
    options: field.kind === "select" ? field.options : field.kind === "switch" ? booleanOptions : [],
    note: noteOf(field, schemasAt(root, [name], value)),
    unit: field.kind === "number" ? field.unit : "",
    isRequired: field.isRequired,
  };
}

/** Returns the columns with the chosen names, in schema order; none if the values are not objects with named fields. */
export function matrixColumns(schemaText: string, defaultText: string, chosen?: string[]): MatrixColumns {
  const value = valueIn(defaultText) ?? {};
  const root = valueIn(schemaText) ?? (isJsonObject(value) ? { ...inferSchema([value]), required: [] } : {});
  const form = formOf(root, isJsonObject(value) ? value : {});
  const fields = form.kind === "object" ? form.fields : [];
  const named = (field: FormField) => chosen?.includes(field.path.at(-1) ?? "");
  const shown = chosen ? fields.filter(named) : fields.slice(0, most);
  return {
    columns: shown.map((field) => columnOf(root, field, value)),
    names: fields.map(({ path }) => path.at(-1) ?? ""),
  };
}
