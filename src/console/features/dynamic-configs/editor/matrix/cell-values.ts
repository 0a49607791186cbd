// Computes the cells of a row: the fields of one value, compared with the draft's base and with the default value.
import { childOf } from "#contract/json-pointer.ts";
import { sameJson, type Json } from "#contract/json5.ts";
import type { Problem } from "#contract/api-error.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import { readableMessage } from "#console/foundation/code-editor/problems.ts";
import { capitalise } from "#console/foundation/ui/wording.ts";
import { booleanOptions, type MatrixColumn } from "./matrix-columns.ts";

export interface CellValue {
  value: Json | undefined;
  before: Json | undefined;
  isDrafted: boolean;
  /** Whether the cell belongs to the default value, equals it or differs from it. */
  standing: "default" | "same" | "other";
  error: string | undefined;
}

const isSame = (one: Json | undefined, other: Json | undefined) =>
  one === undefined || other === undefined ? one === other : sameJson(one, other);

/** The value of a row as text, and its text in the draft's base; `before` is undefined if the row is new. */
export interface RowValue {
  text: string;
  before: string | undefined;
  /** Path of the value in the update, such as "rules.0.returnValue". */
  property: string;
}

export function cellOf(
  { name }: MatrixColumn,
  { text, before, property }: RowValue,
  defaultText: string,
  problems: readonly Problem[],
): CellValue {
  const value = childOf(valueIn(text), name);
  const old = childOf(valueIn(before ?? ""), name);
  const path = `${property}.${name}`;
  const message = problems.find((problem) => {
    const plain = problem.property.replace("Json5", "");
    return plain === path || plain.startsWith(`${path}.`);
  })?.errorMessage;
  return {
    value,
    before: old,
    isDrafted: before !== undefined && before !== text && !isSame(value, old),
    standing:
      property === "defaultValue"
        ? "default"
        : isSame(value, childOf(valueIn(defaultText), name))
          ? "same"
          : "other",
    // Shortened to fit a cell; the text editor below shows the full message.
    error: message && capitalise(readableMessage(message).must.replace(/^Must be /, "")),
  };
}

const textOf = (value: Json) => (typeof value === "string" ? value : JSON.stringify(value));

/** Formats a value for display: "standard, pickup"; "–" if it is not set. */
export function shownValue(value: Json | undefined, column?: MatrixColumn): string {
  if (value === undefined) return "–";
  const option = [...(column?.options ?? []), ...booleanOptions].find((one) => sameJson(one.value, value));
  if (option) return option.label;
  return Array.isArray(value) && value.length > 0 ? value.map(textOf).join(", ") : textOf(value);
}
