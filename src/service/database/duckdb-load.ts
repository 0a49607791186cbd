// Bulk loads of the embedded engine: lists go through insert statements, streams through its appender, value by value. The engine's data
// chunks were not faster from JavaScript.
import { DuckDBTypeId, LIST, VARCHAR, type DuckDBAppender, type DuckDBConnection } from "@duckdb/node-api";
import type { BulkRows, Value } from "./database.ts";
import { insertRows } from "./duckdb-insert.ts";
import type { Prepare } from "./duckdb-query.ts";

const texts = LIST(VARCHAR);
const flushedRows = 50_000;

/** Adds rows to a table inside the connection's transaction, and returns their number. */
export function load(
  connection: DuckDBConnection,
  prepare: Prepare,
  table: string,
  columns: readonly string[],
  rows: BulkRows,
): Promise<number> {
  const append = (some: BulkRows) => appendRows(connection, table, columns, some);
  return Symbol.iterator in rows ? insertRows(prepare, table, columns, rows, append) : append(rows);
}

async function appendRows(
  connection: DuckDBConnection,
  table: string,
  columns: readonly string[],
  rows: BulkRows,
): Promise<number> {
  const appender = await connection.createAppender(table);
  const stored = await columnsOf(connection, table, appender);
  const sources = stored.map(({ name }) => columns.indexOf(name));
  const types = stored.map(({ type }) => type);
  let count = 0;
  const add = (row: readonly Value[]) => {
    // A plain loop instead of an iterator, because there are a dozen columns and some 10,000 rows a second.
    for (let column = 0; column < types.length; column += 1)
      append(appender, types[column], row[sources[column] ?? -1]);
    appender.endRow();
    count += 1;
    if (count % flushedRows === 0) appender.flushSync();
  };
  try {
    // A list is iterated synchronously, because awaiting each of its rows would take as long as storing it.
    if (Symbol.iterator in rows) for (const row of rows) add(row);
    else for await (const row of rows) add(row);
  } catch (error) {
    // An appender that still holds rows when it is garbage-collected stores them then, even after the rollback.
    appender.clear();
    throw error;
  }
  appender.closeSync();
  return count;
}

interface Column {
  name: string;
  type: DuckDBTypeId;
}

/** Columns by table, cached because reading them takes longer than storing a few hundred rows. */
const known = new WeakMap<DuckDBConnection, Map<string, Column[]>>();

/** The columns of a table. Cached ones are valid while their number is the same, because migrations only ever add columns. */
async function columnsOf(
  connection: DuckDBConnection,
  table: string,
  appender: DuckDBAppender,
): Promise<Column[]> {
  const ofConnection = known.get(connection) ?? new Map<string, Column[]>();
  known.set(connection, ofConnection);
  const columns = ofConnection.get(table);
  if (columns?.length === appender.columnCount) return columns;
  const names = await readColumnNames(connection, table);
  const read = names.map((name, column) => ({ name, type: appender.columnType(column).typeId }));
  ofConnection.set(table, read);
  return read;
}

async function readColumnNames(connection: DuckDBConnection, table: string): Promise<string[]> {
  const result = await connection.runAndReadAll(
    // Filters by catalog, because a copy for a backup may be attached.
    `select column_name from information_schema.columns
     where table_name = $1 and table_catalog in (current_database(), 'temp') order by ordinal_position`,
    { 1: table },
  );
  return result.getRows().map(([name]) => String(name));
}

function append(appender: DuckDBAppender, type: DuckDBTypeId | undefined, value: Value | undefined) {
  if (value === null || value === undefined) return appender.appendNull();
  if (typeof value === "string") return appender.appendVarchar(value);
  if (typeof value === "boolean") return appender.appendBoolean(value);
  if (Buffer.isBuffer(value)) return appender.appendBlob(value);
  if (typeof value === "object") return appender.appendList(value.map(String), texts);
  if (type === DuckDBTypeId.BIGINT) return appender.appendBigInt(BigInt(value));
  if (type === DuckDBTypeId.INTEGER) return appender.appendInteger(value);
  return appender.appendDouble(value);
}
