// Runs one statement of the embedded engine, and converts its parameters and rows from and to the values of `database.ts`.
import {
  BLOB,
  blobValue,
  LIST,
  listValue,
  ResultReturnType,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  type DuckDBValue,
  type DuckDBVector,
} from "@duckdb/node-api";
import { LRUCache } from "lru-cache";
import type { NumberRows, Row, Value } from "./database.ts";

const [texts, blobs] = [LIST(VARCHAR), LIST(BLOB)];

export type Prepare = (sql: string) => Promise<DuckDBPreparedStatement>;

const mostPrepared = 100;

/** Returns a function that prepares statements on a connection and caches those it has prepared. */
export function preparing(connection: DuckDBConnection): Prepare {
  const known = new LRUCache<string, DuckDBPreparedStatement>({
    max: mostPrepared,
    dispose: (statement) => statement.destroySync(),
  });
  return async (sql) => {
    const prepared = known.get(sql) ?? (await connection.prepare(sql));
    known.set(sql, prepared);
    return prepared;
  };
}

/** Runs a statement that selects numbers, none of them missing, and returns its rows while the engine is finding them. */
export async function* stream(
  prepare: Prepare,
  sql: string,
  values: readonly Value[],
): AsyncGenerator<NumberRows> {
  const prepared = await prepare(sql);
  bind(prepared, values);
  const result = await prepared.stream();
  // The engine finds the next rows while the caller works on these.
  let next = result.fetchChunk();
  try {
    for (;;) {
      const chunk = await next;
      if (!chunk || chunk.rowCount === 0) return;
      next = result.fetchChunk();
      const columns = Array.from({ length: chunk.columnCount }, (_, column) =>
        numbersIn(chunk.getColumnVector(column)),
      );
      yield { count: chunk.rowCount, columns };
    }
  } finally {
    // A caller that stops early must not close the connection during a statement.
    await next.catch(() => undefined);
  }
}

/** Returns the array of a vector, which its types declare private: reading each number by a call takes three times as long. */
function numbersIn(vector: DuckDBVector): ArrayLike<number> {
  const items: unknown = Reflect.get(vector, "items");
  if (items instanceof Float64Array || items instanceof Int32Array || items instanceof Int16Array)
    return items;
  throw new Error(`no column of numbers: ${vector.type.toString()}`);
}

/** Runs a statement. The caller's row type declares what it selects, and is not checked. */
export async function query<R extends Row>(
  connection: DuckDBConnection,
  prepare: Prepare,
  sql: string,
  values: readonly Value[],
): Promise<R[]> {
  // The engine plans a statement twice if it is run with parameters, even with none of them.
  const prepared = values.length > 0 ? await prepare(sql) : undefined;
  if (prepared) bind(prepared, values);
  const result = await (prepared?.runAndRead() ?? connection.runAndRead(sql));
  // Each asynchronous step waits in a queue with all other requests, so a statement without rows skips the reading.
  if (result.returnType !== ResultReturnType.QUERY_RESULT) return [];
  await result.readAll();
  const json = result.columnTypes().map((type) => /json/i.test(type.alias ?? ""));
  const names = result.columnNames();
  return result
    .getRowsJS()
    .map(
      (cells) =>
        Object.fromEntries(
          cells.map((cell, column) => [names[column], plain(cell, json[column] ?? false)]),
        ) as R,
    );
}

function bind(prepared: DuckDBPreparedStatement, values: readonly Value[]) {
  const parameters = Object.fromEntries(values.map((value, index) => [index + 1, bound(value)]));
  // Only lists need an explicit type.
  const lists = values.flatMap((value, index) =>
    Array.isArray(value) ? [[index + 1, Buffer.isBuffer(value[0]) ? blobs : texts] as const] : [],
  );
  prepared.bind(parameters, Object.fromEntries(lists));
}

function plain(cell: unknown, isJson: boolean): unknown {
  if (typeof cell === "bigint") return Number.isSafeInteger(Number(cell)) ? Number(cell) : cell;
  if (isJson && typeof cell === "string") return JSON.parse(cell);
  if (Array.isArray(cell)) return cell.map((item) => plain(item, false));
  return cell;
}

function bound(value: Value): DuckDBValue {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Buffer.isBuffer(value)) return blobValue(value);
  if (typeof value === "object" && value !== null)
    return listValue(value.map((item) => (Buffer.isBuffer(item) ? blobValue(item) : item)));
  return value;
}
