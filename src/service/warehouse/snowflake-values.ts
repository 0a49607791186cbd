// Parses values in the format of Snowflake's SQL API: all are texts, times are numbers since 1970.
import { column } from "./answer-rows.ts";
import type { WarehouseColumn, WarehouseValue } from "./statement.ts";

const typeOf = (value: WarehouseValue): string => {
  if (typeof value === "boolean") return "BOOLEAN";
  if (typeof value === "number") return Number.isInteger(value) ? "FIXED" : "REAL";
  return "TEXT";
};

/** Returns bindings keyed by position, from 1. */
export const bindingsOf = (values: readonly WarehouseValue[]) =>
  Object.fromEntries(
    values.map((value, index) => [
      String(index + 1),
      { type: typeOf(value), value: value === null ? null : String(value) },
    ]),
  );

/**
 * Converts days, or seconds with nine decimals, to ISO; with an offset, the instant comes first, in nanoseconds if it
 * has no decimal point.
 */
function isoOf(type: string, text: string): string {
  const [instant = ""] = text.split(" ");
  const isNanoseconds = !instant.includes(".") && /^-?\d{15,}$/.test(instant);
  const ms = type === "date" ? Number(instant) * 86_400_000 : Number(instant) * (isNanoseconds ? 1e-6 : 1000);
  return Number.isFinite(ms) ? new Date(Math.floor(ms + 1e-3)).toISOString() : text;
}

/** Converts values to the form that `row` of `answer-rows.ts` expects. */
export const readable = (columns: readonly WarehouseColumn[], values: readonly unknown[]): unknown[] =>
  values.map((value, index) => {
    const own = columns[index];
    return own?.type === "time" && typeof value === "string" ? isoOf(own.engineType, value) : value;
  });

export const snowflakeColumn = ({ name, type }: { name: string; type: string }): WarehouseColumn =>
  column(name, type.toLowerCase());
