// Formats the value of a cell as one line of text for editing, and parses such a line. Pure.
import type { Json } from "#contract/json5.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import { readNumber } from "#console/foundation/code-editor/schema-form/read-number.ts";
import type { MatrixColumn } from "./matrix-columns.ts";

/** "commas": a list of plain items; "json5": everything else that is not a single string or number. */
type Writing = "number" | "text" | "commas" | "json5";

/** Maximum length of a value that is edited in its cell; longer ones are edited in the text editor below. */
const longest = 240;

const isPlain = (item: Json) =>
  typeof item === "number" ||
  (typeof item === "string" && item !== "" && item.trim() === item && !/[,\n]/.test(item));

/** The format in which a value of the column is edited in its cell; undefined if the value is too long. */
export function cellFormatOf({ kind }: MatrixColumn, value: Json | undefined): Writing | undefined {
  if (value !== undefined && JSON.stringify(value).length > longest) return undefined;
  if (kind === "list" && (value === undefined || (Array.isArray(value) && value.every(isPlain))))
    return "commas";
  if (kind === "list" || kind === "other" || typeof value === "object") return "json5";
  if (typeof value === "string" && value.includes("\n")) return "json5";
  return kind === "number" ? "number" : "text";
}

const textOf = (value: Json) => (typeof value === "string" ? value : JSON.stringify(value));

export function formatCell(writing: Writing, value: Json | undefined): string {
  if (value === undefined) return "";
  if (writing === "commas" && Array.isArray(value)) return value.map(textOf).join(", ");
  return writing === "json5" ? JSON.stringify(value) : textOf(value);
}

interface Reading {
  writing: Writing;
  column: MatrixColumn;
  /** The field had a value before the cell was opened. */
  hadValue: boolean;
}

/** Parses a text. A result without a value removes the field; returns undefined while the text is incomplete. */
export function readCell(
  { writing, column, hadValue }: Reading,
  text: string,
): { value: Json | undefined } | undefined {
  const isAbsent = text.trim() === "" && !column.isRequired;
  if (isAbsent && (writing === "number" || writing === "json5" || !hadValue)) return { value: undefined };
  if (writing === "text") return { value: text };
  if (writing === "commas") {
    const items = text.split(",").flatMap((item) => item.trim() || []);
    const read = column.hasNumbers ? items.map(readNumber) : items;
    return read.every((item) => item !== undefined) ? { value: read } : undefined;
  }
  const value = writing === "number" ? readNumber(text) : valueIn(text);
  return value === undefined ? undefined : { value };
}
