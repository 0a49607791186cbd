// The text of a cell while it is edited: how a value is written in one line, and the value that such a line means. Pure.
import type { Json } from "#contract/json5.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import { readNumber } from "#console/foundation/code-editor/schema-form/read-number.ts";
import type { MatrixColumn } from "./matrix-columns.ts";

/** "commas": a list of plain items; "json5": everything else that is no single text or number. */
type Writing = "number" | "text" | "commas" | "json5";

/** Longer values are edited in the text below, px of one line being few. */
const longest = 240;

const isPlain = (item: Json) =>
  typeof item === "number" ||
  (typeof item === "string" && item !== "" && item.trim() === item && !/[,\n]/.test(item));

/** How a value of the column is edited in its cell; undefined where it is too long for one. */
export function writingOf({ kind }: MatrixColumn, value: Json | undefined): Writing | undefined {
  if (value !== undefined && JSON.stringify(value).length > longest) return undefined;
  if (kind === "list" && (value === undefined || (Array.isArray(value) && value.every(isPlain))))
    return "commas";
  if (kind === "list" || kind === "other" || typeof value === "object") return "json5";
  if (typeof value === "string" && value.includes("\n")) return "json5";
  return kind === "number" ? "number" : "text";
}

const textOf = (value: Json) => (typeof value === "string" ? value : JSON.stringify(value));

export function writtenCell(writing: Writing, value: Json | undefined): string {
  if (value === undefined) return "";
  if (writing === "commas" && Array.isArray(value)) return value.map(textOf).join(", ");
  return writing === "json5" ? JSON.stringify(value) : textOf(value);
}

interface Reading {
  writing: Writing;
  column: MatrixColumn;
  /** It was set before the cell was opened. */
  hadValue: boolean;
}

/** The value that a text means, or none, which takes the field out; undefined while it may still become one. */
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
