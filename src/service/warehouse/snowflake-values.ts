// Values as Snowflake's SQL API carries them: all as texts, times as numbers since 1970.
import { column } from "./answer-rows.ts";
import type { WarehouseColumn, WarehouseValue } from "./statement.ts";

const typeOf = (value: WarehouseValue): string => {
  if (typeof value === "boolean") return "BOOLEAN";
  if (typeof value === "number") return Number.isInteger(value) ? "FIXED" : "REAL";
  return "TEXT";
};

/** By position, from 1. */
export const bindingsOf = (values: readonly WarehouseValue[]) =>
  Object.fromEntries(
    values.map((value, index) => [
      String(index + 1),
      { type: typeOf(value), value: value === null ? null : String(value) },
    ]),
  );

/** Days, or seconds with nine decimals; with an offset the instant comes first, in nanoseconds where it has no point. */
function isoOf(type: string, text: string): string {
  const [instant = ""] = text.split(" ");
  const isNanoseconds = !instant.includes(".") && /^-?\d{15,}$/.test(instant);
  const ms = type === "date" ? Number(instant) * 86_400_000 : Number(instant) * (isNanoseconds ? 1e-6 : 1000);
  return Number.isFinite(ms) ? new Date(Math.floor(ms + 1e-3)).toISOString() : text;
}

/** As `row` of `answer-rows.ts` takes them. */
export const readable = (columns: readonly WarehouseColumn[], values: readonly unknown[]): unknown[] =>
  values.map((value, index) => {
    const own = columns[index];
    return own?.type === "time" && typeof value === "string" ? isoOf(own.engineType, value) : value;
  });

export const snowflakeColumn = ({ name, type }: { name: string; type: string }): WarehouseColumn =>
  column(name, type.toLowerCase());
