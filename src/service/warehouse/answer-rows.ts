// Converts rows as engines send them, mostly texts by position, to rows by column name.
import type { ColumnType, WarehouseColumn, WarehouseRow, WarehouseValue } from "./statement.ts";

/** Returns the engine's type without its size, such as `decimal` for `DECIMAL(38,0)`. */
const family = (engineType: string) =>
  engineType
    .toLowerCase()
    .replace(/[(<].*$/s, "")
    .trim();

const numbers =
  /^(tinyint|smallint|int|integer|bigint|int2|int4|int8|int64|byte|short|long|float|float4|float8|float64|real|double|double precision|decimal|numeric|bignumeric|number|fixed)$/;
const times =
  /^(date|datetime|timestamp|timestamptz|timestamp_ltz|timestamp_ntz|timestamp_tz|timestamp with time zone|timestamp without time zone)$/;

export const columnType = (engineType: string): ColumnType => {
  const name = family(engineType);
  if (/^bool(ean)?$/.test(name)) return "boolean";
  if (numbers.test(name)) return "number";
  if (times.test(name)) return "time";
  return /^(json|jsonb|variant|object|array|map|struct|record|super|row)$/.test(name) ? "json" : "text";
};

export const column = (name: string, engineType: string): WarehouseColumn => ({
  name: name.toLowerCase(),
  type: columnType(engineType),
  engineType,
});

/** Converts `2026-11-01 12:00:00.5+00` to `2026-11-01T12:00:00.500Z`; other texts, such as infinity, stay unchanged. */
export function isoTime(text: string): string {
  const isZoned = /(Z|UTC|[+-]\d\d(:?\d\d)?)$/.test(text) && text.length > 10;
  const formed = text
    .replace(/ UTC$/, "Z")
    .replace(/^(\d{4}-\d\d-\d\d) /, "$1T")
    .replace(/ ([+-]\d\d:\d\d)$/, "$1")
    .replace(/([+-]\d\d)$/, text.length > 10 ? "$1:00" : "$1")
    .replace(/(\.\d{3})\d+/, "$1");
  const ms = Date.parse(text.length > 10 && !isZoned ? `${formed}Z` : formed);
  return Number.isNaN(ms) ? text : new Date(ms).toISOString();
}

function cell(value: unknown, type: ColumnType): WarehouseValue {
  if (value === null || value === undefined) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (type === "number") return Number(text);
  if (type === "boolean") return /^(t|true|1)$/i.test(text);
  return type === "time" ? isoTime(text) : text;
}

export const row = (columns: readonly WarehouseColumn[], values: readonly unknown[]): WarehouseRow =>
  Object.fromEntries(columns.map(({ name, type }, index) => [name, cell(values[index], type)]));
