// What the reader changed about one provider, the request that says so, and the same in words. No secret is kept beyond this value.
import type { WarehouseField } from "#contract/warehouse-providers.ts";

/** `text` holds what was typed; a switch is typed as "true" or "false". Only touched fields have an entry. */
export type FieldEdit =
  | { kind: "value"; text: string }
  | { kind: "replace"; text: string }
  | { kind: "clear" };
export type Draft = Readonly<Record<string, FieldEdit>>;

/** Stored values of a provider, as read; unknown where the service does not tell them. */
export type StoredValues = Readonly<Record<string, unknown>> | undefined;

export const storedText = (stored: StoredValues, name: string): string => {
  const value = stored?.[name];
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** The draft with one field changed; a field that is back at its stored value is no longer touched. */
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

/** A title within a sentence: "Private key" becomes "private key", "SSH private key" stays. */
export const inSentence = (title: string) =>
  title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

function sentValue(field: WarehouseField, edit: FieldEdit): unknown {
  if (edit.kind === "clear") return field.nullable ? null : "";
  if (field.kind === "boolean") return edit.text === "true";
  if (field.kind === "number") return /^\d+$/.test(edit.text.trim()) ? Number(edit.text) : edit.text;
  return edit.text;
}

/** Why a touched field cannot be sent; the service checks the rest. */
export function problemOf(field: WarehouseField, edit: FieldEdit | undefined): string | undefined {
  if (edit?.kind === "replace" && edit.text === "")
    return `Enter the new ${inSentence(field.title)}, or keep the stored one.`;
  if (edit?.kind === "value" && field.kind === "number" && !/^\d+$/.test(edit.text.trim()))
    return "A stored port can be replaced by another, not cleared. Enter a whole number.";
  return undefined;
}

const touched = (fields: readonly WarehouseField[], draft: Draft) =>
  fields.flatMap((field) => {
    const edit = draft[field.name];
    return edit ? [{ field, edit }] : [];
  });

/** The fields to send, under the names of the contract. */
export const bodyOf = (fields: readonly WarehouseField[], draft: Draft): Record<string, unknown> =>
  Object.fromEntries(touched(fields, draft).map(({ field, edit }) => [field.name, sentValue(field, edit)]));

const dots = "••••••••";

/** The same with every new secret hidden. */
export const maskedBodyOf = (fields: readonly WarehouseField[], draft: Draft): Record<string, unknown> =>
  Object.fromEntries(
    touched(fields, draft).map(({ field, edit }) => [
      field.name,
      edit.kind === "replace" ? dots : sentValue(field, edit),
    ]),
  );

interface InWords {
  name: string;
  title: string;
  /** "becomes", "is replaced" … */
  what: string;
  value?: string;
  isRemoval: boolean;
}

export const inWords = (fields: readonly WarehouseField[], draft: Draft): InWords[] =>
  touched(fields, draft).map(({ field: { name, title, kind }, edit }) => {
    if (edit.kind === "replace") return { name, title, what: "is replaced", isRemoval: false };
    if (edit.kind === "clear" || edit.text === "")
      return { name, title, what: "is removed", isRemoval: true };
    const value = kind === "boolean" ? (edit.text === "true" ? "on" : "off") : edit.text;
    return { name, title, what: "becomes", value, isRemoval: false };
  });
