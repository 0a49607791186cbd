// The draft of one provider's settings, and its conversion to a request and to sentences. Secrets exist only in this draft.
import type { WarehouseField } from "#contract/warehouse-providers.ts";
import { uncapitalise } from "#console/foundation/ui/wording.ts";

/** `text` is the typed text, which for a switch is "true" or "false". Only edited fields have an entry. */
export type FieldEdit =
  | { kind: "value"; text: string }
  | { kind: "replace"; text: string }
  | { kind: "clear" };
export type Draft = Readonly<Record<string, FieldEdit>>;

/** Stored values of a provider; undefined if the service does not return them. */
export type StoredValues = Readonly<Record<string, unknown>> | undefined;

export const storedText = (stored: StoredValues, name: string): string => {
  const value = stored?.[name];
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** Returns the draft with one field changed; the entry is removed if the field is back at its stored value. */
export function withEdit(
  draft: Draft,
  field: WarehouseField,
  edit: FieldEdit | undefined,
  stored: StoredValues,
): Draft {
  const { [field.name]: _, ...rest } = draft;
  const isUnchanged =
    edit?.kind === "value" && stored !== undefined && edit.text === storedText(stored, field.name);
  const isNothing = edit?.kind === "value" && stored === undefined && edit.text === "";
  return edit === undefined || isUnchanged || isNothing ? rest : { ...rest, [field.name]: edit };
}

/** Returns the draft without the edits that have been saved. */
export const withoutSaved = (draft: Draft, saved: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([name, edit]) => edit !== saved[name]));

function sentValue(field: WarehouseField, edit: FieldEdit): unknown {
  if (edit.kind === "clear") return field.nullable ? null : "";
  if (field.kind === "boolean") return edit.text === "true";
  if (field.kind === "number") return /^\d+$/.test(edit.text.trim()) ? Number(edit.text) : edit.text;
  return edit.text;
}

/** Returns why an edited field cannot be sent, apart from the checks of the contract. */
export function problemOf(field: WarehouseField, edit: FieldEdit | undefined): string | undefined {
  if (edit?.kind === "replace" && edit.text === "")
    return `Enter the new ${uncapitalise(field.title)}, or choose to leave it as it is.`;
  if (edit?.kind === "value" && field.kind === "number" && !/^\d+$/.test(edit.text.trim()))
    return edit.text.trim() === ""
      ? "Enter a whole number: a stored one can be replaced, not cleared."
      : "Enter a whole number.";
  return undefined;
}

/** Whether two edits of a field lead to the same value. */
export const sameEdit = (one: FieldEdit | undefined, other: FieldEdit | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const dots = "••••••••";

/** One changed setting: its value in the request, and the parts of a sentence about it. */
export interface SettingChange {
  field: WarehouseField;
  sent: unknown;
  /** Like `sent`, but with a new secret masked. */
  shown: unknown;
  /** Verb of the sentence, such as "becomes" or "is replaced". */
  verb: string;
  value?: string;
  isRemoval: boolean;
}

function changeOf(field: WarehouseField, edit: FieldEdit): SettingChange {
  const sent = sentValue(field, edit);
  const change = { field, sent, shown: sent, isRemoval: false };
  if (edit.kind === "replace") return { ...change, shown: dots, verb: "is replaced" };
  if (edit.kind === "clear" || edit.text === "") return { ...change, verb: "is removed", isRemoval: true };
  const text = field.unit ? `${edit.text} ${field.unit}` : edit.text;
  const value = field.kind === "boolean" ? (edit.text === "true" ? "on" : "off") : text;
  return { ...change, verb: "becomes", value };
}

/** Lists the changes in the order of the fields. A secret that is to be replaced, but not typed yet, is no change. */
export const changesOf = (fields: readonly WarehouseField[], draft: Draft): SettingChange[] =>
  fields.flatMap((field) => {
    const edit = draft[field.name];
    return edit && !(edit.kind === "replace" && edit.text === "") ? [changeOf(field, edit)] : [];
  });

/** Lists the changes between two states of the non-secret settings. */
export function changesBetween(
  fields: readonly WarehouseField[],
  before: StoredValues,
  after: StoredValues,
): SettingChange[] {
  return fields
    .filter(({ secret, name }) => !secret && storedText(before, name) !== storedText(after, name))
    .map((field) => changeOf(field, { kind: "value", text: storedText(after, field.name) }));
}

/** Returns the values to send or to show, by the property names of the contract. */
export const bodyOf = (changes: readonly SettingChange[], values: "sent" | "shown") =>
  Object.fromEntries(changes.map((change) => [change.field.name, change[values]]));
