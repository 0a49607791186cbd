// Temporary tables that one computation fills and reads. They belong to its snapshot and are dropped with it.
import type { Reader } from "#service/database/database.ts";

/** Creates an empty temporary table; replaces one left behind by an earlier computation on the same snapshot. */
export async function workTable(reader: Reader, name: string, ...columns: string[]) {
  await reader.query(`drop table if exists ${name}`);
  await reader.query(`create temp table ${name} (${columns.join(", ")})`);
}

/** SQL of a `values` list of integer rows to join with; needs at least one row. */
export const numberRows = (rows: readonly (readonly number[])[]) =>
  `(values ${rows.map((row) => `(${row.map(Math.trunc).join(", ")})`).join(", ")})`;

/** SQL list of the qualified columns of a table. */
export const columnsOf = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${table}.${column}`).join(", ");

/** SQL condition that two tables have equal values in the columns. */
export const equal = (one: string, other: string, columns: readonly string[]) =>
  columns.map((column) => `${one}.${column} = ${other}.${column}`).join(" and ");
