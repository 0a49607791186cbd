// Bulk loads of the embedded engine: rows go through its appender, value by value. Its data chunks were not faster from here.
import {
  DuckDBTypeId,
  LIST,
  VARCHAR,
  type DuckDBAppender,
  type DuckDBConnection,
  type DuckDBType,
} from "@duckdb/node-api";
import type { BulkRows, Value } from "./database.ts";

const texts = LIST(VARCHAR);
const flushedRows = 50_000;

/** Appends rows to a table inside the connection's transaction; answers how many. */
export async function load(
  connection: DuckDBConnection,
  table: string,
  columns: readonly string[],
  rows: BulkRows,
): Promise<number> {
  const appender = await connection.createAppender(table);
  const names = await columnNames(connection, table, appender.columnCount);
  const sources = names.map((name) => columns.indexOf(name));
  const types = sources.map((_, column) => appender.columnType(column));
  let count = 0;
  const add = (row: readonly Value[]) => {
    for (const [column, source] of sources.entries())
      append(appender, types[column], source < 0 ? null : row[source]);
    appender.endRow();
    count += 1;
    if (count % flushedRows === 0) appender.flushSync();
  };
  try {
    // Waiting for each row of a list that is there already would take as long as storing it.
    if (Symbol.iterator in rows) for (const row of rows) add(row);
    else for await (const row of rows) add(row);
  } catch (error) {
    // An appender that still holds rows when it is collected stores them then, after the rollback.
    appender.clear();
    throw error;
  }
  appender.closeSync();
  return count;
}

/** To ask for them takes longer than to store a few hundred rows. */
const known = new WeakMap<DuckDBConnection, Map<string, string[]>>();

/** The names of the columns of a table, of which there are so many: migrations only ever add columns. */
async function columnNames(connection: DuckDBConnection, table: string, count: number): Promise<string[]> {
  const ofConnection = known.get(connection) ?? new Map<string, string[]>();
  known.set(connection, ofConnection);
  const names = ofConnection.get(table);
  if (names?.length === count) return names;
  const read = await readColumnNames(connection, table);
  ofConnection.set(table, read);
  return read;
}

async function readColumnNames(connection: DuckDBConnection, table: string): Promise<string[]> {
  const result = await connection.runAndReadAll(
    // A copy for a backup may be attached.
    `select column_name from information_schema.columns
     where table_name = $1 and table_catalog in (current_database(), 'temp') order by ordinal_position`,
    { 1: table },
  );
  return result.getRows().map(([name]) => String(name));
}

function append(appender: DuckDBAppender, type: DuckDBType | undefined, value: Value | undefined) {
  if (value === null || value === undefined) return appender.appendNull();
  if (typeof value === "string") return appender.appendVarchar(value);
  if (typeof value === "boolean") return appender.appendBoolean(value);
  if (Buffer.isBuffer(value)) return appender.appendBlob(value);
  if (typeof value === "object") return appender.appendList(value.map(String), texts);
  if (type?.typeId === DuckDBTypeId.BIGINT) return appender.appendBigInt(BigInt(value));
  if (type?.typeId === DuckDBTypeId.INTEGER) return appender.appendInteger(value);
  return appender.appendDouble(value);
}
