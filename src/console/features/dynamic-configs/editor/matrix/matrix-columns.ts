// The columns of the matrix: the fields that the schema gives a value, or those of the default value where there is no schema.
import { isJsonObject, type Json, type JsonObject } from "#contract/json5.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import { inferSchema } from "#console/foundation/code-editor/json-schema/infer-schema.ts";
import { keywordIn, schemasAt } from "#console/foundation/code-editor/json-schema/schema-at.ts";
import type { FormField, Option } from "#console/foundation/code-editor/schema-form/form-field.ts";
import { formOf } from "#console/foundation/code-editor/schema-form/form-of.ts";

export interface MatrixColumn {
  name: string;
  /** "other": lists and objects, which are edited below the matrix. */
  kind: "number" | "text" | "choice" | "other";
  /** Those of a choice. */
  options: readonly Option[];
  /** The values that belong here, such as "cents, 0 to 5000". */
  note: string;
  unit: string;
  isRequired: boolean;
}

export interface MatrixColumns {
  columns: readonly MatrixColumn[];
  /** Fields beyond those that a matrix can hold. */
  more: number;
}

const most = 12;

/** The words for true and false in a value. */
export const onOrOff: readonly Option[] = [
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
      return "in the text";
  }
}

const kinds: Partial<Record<FormField["kind"], MatrixColumn["kind"]>> = {
  number: "number",
  text: "text",
  switch: "choice",
  select: "choice",
};

function columnOf(root: Json, field: FormField, value: Json): MatrixColumn {
  const name = field.path.at(-1) ?? "";
  return {
    name,
    kind: kinds[field.kind] ?? "other",
    options: field.kind === "select" ? field.options : field.kind === "switch" ? onOrOff : [],
    note: noteOf(field, schemasAt(root, [name], value)),
    unit: field.kind === "number" ? field.unit : "",
    isRequired: field.isRequired,
  };
}

/** None where the values are no objects with fields of their own. */
export function matrixColumns(schemaText: string, defaultText: string): MatrixColumns {
  const value = valueIn(defaultText) ?? {};
  const root = valueIn(schemaText) ?? (isJsonObject(value) ? { ...inferSchema([value]), required: [] } : {});
  const form = formOf(root, isJsonObject(value) ? value : {});
  const fields = form.kind === "object" ? form.fields : [];
  return {
    columns: fields.slice(0, most).map((field) => columnOf(root, field, value)),
    more: Math.max(0, fields.length - most),
  };
}
