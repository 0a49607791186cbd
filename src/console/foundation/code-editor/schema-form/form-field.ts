// The fields of a form. form-of.ts creates them from a schema, the components render them.
import type { Json } from "#contract/json5.ts";
import type { Path } from "#console/foundation/code-editor/json5/places.ts";
import type { Known } from "#console/foundation/code-editor/json-schema/schema-at.ts";

export interface Option {
  label: string;
  value: Json;
}

export type FieldKind =
  | { kind: "text"; isLong: boolean }
  | { kind: "number"; unit: string }
  | { kind: "switch" }
  | { kind: "select"; options: Option[] }
  /** `mayGrow`: the schema allows one more item. */
  | { kind: "list"; items: FormField[]; mayGrow: boolean }
  /** `mayGrow`: the schema allows further names. */
  | { kind: "object"; fields: FormField[]; mayGrow: boolean }
  /**
   * `forms` holds the initial value of each form; `chosen` is undefined if the value matches none, `field` if there is
   * nothing to fill in.
   */
  | { kind: "choice"; forms: Option[]; chosen: number | undefined; field: FormField | undefined }
  /** The value is null; `begin` is an initial value to replace it. */
  | { kind: "null"; begin: Json }
  /** No form can show the value: it is edited in the text. */
  | { kind: "text only"; reason: string };

export interface FieldFacts {
  path: Path;
  title: string;
  description: string;
  isRequired: boolean;
  /** Null is allowed as well. */
  mayBeNull: boolean;
  /** Undefined if it is absent. */
  value: Known;
}

export type FormField = FieldKind & FieldFacts;

export type FieldOf<Kind extends FieldKind["kind"]> = Extract<FieldKind, { kind: Kind }> & FieldFacts;

const fitsCell = (field: FormField) =>
  field.kind === "number" ||
  field.kind === "switch" ||
  field.kind === "select" ||
  (field.kind === "text" && !field.isLong);

const mostColumns = 4;

/** Returns the columns of a list whose items all have the same few plain fields, so that it can be shown as a table. */
export function columnsOf(items: readonly FormField[]): FormField[] | undefined {
  const [first] = items;
  const isFlat = items.every(
    (item) => item.kind === "object" && !item.mayGrow && item.fields.every(fitsCell),
  );
  if (first?.kind !== "object" || !isFlat || first.fields.length === 0) return undefined;
  const names = (item: FormField) =>
    item.kind === "object" ? item.fields.map(({ path }) => path.at(-1)) : [];
  const isSame = items.every((item) => names(item).join("\n") === names(first).join("\n"));
  return isSame && first.fields.length <= mostColumns ? first.fields : undefined;
}
