// Bulk loads of PostgreSQL: rows go in batches, one array of texts for each column.
import type { PoolClient } from "pg";
import type { BulkRows, Value } from "./database.ts";

const batchRows = 5000;

const knownTypes = new WeakMap<PoolClient, Map<string, Map<string, string>>>();

/** The types of a table's columns by name, cached for each connection and read again where a column is unknown. */
async function typesOf(client: PoolClient, table: string, columns: readonly string[]) {
  const ofClient = knownTypes.get(client) ?? new Map<string, Map<string, string>>();
  knownTypes.set(client, ofClient);
  const known = ofClient.get(table);
  if (known && columns.every((column) => known.has(column))) return known;
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass and attnum > 0`,
    [table],
  );
  const read = new Map(rows.map(({ name, type }) => [name, type]));
  ofClient.set(table, read);
  return read;
}

/** Adds rows to a table inside the connection's transaction, and returns their number. */
export async function load(
  client: PoolClient,
  table: string,
  columns: readonly string[],
  rows: BulkRows,
): Promise<number> {
  const types = await typesOf(client, table, columns);
  const select = columns
    .map((column, index) => {
      const type = types.get(column) ?? "text";
      // A list column cannot be passed inside the flat arrays of unnest, so it is passed as JSON text.
      if (type === "text[]") return `array(select jsonb_array_elements_text(c${index}::jsonb))`;
      return `c${index}::${type}`;
    })
    .join(", ");
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(", ");
  const names = columns.map((_, index) => `c${index}`).join(", ");
  const sql = `insert into ${table} (${columns.join(", ")}) select ${select} from unnest(${arrays}) as rows (${names})`;
  let count = 0;
  let batch: (string | null)[][] = columns.map(() => []);
  const flush = async () => {
    if (batch[0]?.length) await client.query(sql, batch);
    batch = columns.map(() => []);
  };
  /** Returns whether the batch is full. */
  const add = (row: readonly Value[]) => {
    for (let column = 0; column < columns.length; column += 1) batch[column]?.push(asText(row[column]));
    count += 1;
    return count % batchRows === 0;
  };
  // Awaiting each row of a list that is already in memory takes a tenth longer.
  if (Symbol.iterator in rows) {
    for (const row of rows) if (add(row)) await flush();
  } else for await (const row of rows) if (add(row)) await flush();
  await flush();
  // The engine plans badly on a table that it has not analyzed; it analyzes a table by itself after many small loads.
  if (count >= batchRows / 5) await client.query(`analyze ${table}`);
  return count;
}

const asText = (value: Value | undefined): string | null => {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};
