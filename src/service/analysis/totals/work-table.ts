// Tables that one computation fills and reads again. They belong to its snapshot and end with it.
import type { Reader } from "#service/database/database.ts";

/** An empty temporary table with these columns, in place of one that an earlier computation on the same snapshot left behind. */
export async function workTable(reader: Reader, name: string, ...columns: string[]) {
  await reader.query(`drop table if exists ${name}`);
  await reader.query(`create temp table ${name} (${columns.join(", ")})`);
}

/** `values` rows of whole numbers, at least one, to join with. */
export const numberRows = (rows: readonly (readonly number[])[]) =>
  `(values ${rows.map((row) => `(${row.map(Math.trunc).join(", ")})`).join(", ")})`;

/** The columns of a table, for a list. */
export const columnsOf = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${table}.${column}`).join(", ");

/** True where two tables have the same values in the columns. */
export const equal = (one: string, other: string, columns: readonly string[]) =>
  columns.map((column) => `${one}.${column} = ${other}.${column}`).join(" and ");
