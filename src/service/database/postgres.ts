// The engine past one machine: PostgreSQL, or what speaks it. Writers of all processes queue on one advisory lock.
import { Pool, types, type PoolClient } from "pg";
import {
  interruptible,
  type BulkRows,
  type Database,
  type Row,
  type Snapshot,
  type Transaction,
  type Value,
} from "./database.ts";

const { builtins } = types;
const numeric = new Set<number>([builtins.INT8, builtins.NUMERIC]);
const toNumber = (text: string) => {
  const value = Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(text) : value;
};

/** "assay" as a number: the key of the writer lock. */
const writerLock = 0x617373;

const batchRows = 5000;

export function openPostgres(url: string): Database {
  const pool = new Pool({
    connectionString: url,
    max: 8,
    types: {
      getTypeParser: (oid, format) =>
        numeric.has(oid) && format !== "binary" ? toNumber : types.getTypeParser(oid, format),
    },
  });
  // A connection that is lost while idle is replaced at the next query; without a listener it would end the process.
  pool.on("error", () => undefined);

  return {
    engine: "postgres",
    query: (sql, values = []) => query(pool, sql, values),
    transaction: async (work, { commit = true } = {}) => {
      const client = await pool.connect();
      let broken = false;
      try {
        await client.query("begin");
        await client.query("select pg_advisory_xact_lock($1)", [writerLock]);
        const result = await work(transactionOn(client));
        await client.query(commit ? "commit" : "rollback");
        return result;
      } catch (error) {
        await client.query("rollback").catch(() => {
          broken = true;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    snapshot: async (work, signal) => {
      const client = await pool.connect();
      let broken = false;
      try {
        await client.query("begin isolation level repeatable read");
        // Long reads join what they have just computed, which the engine takes for a few rows and would scan again for each.
        await client.query("set local enable_nestloop = off");
        const [backend] = await query<{ pid: number }>(client, "select pg_backend_pid() as pid", []);
        return await interruptible(
          () => work(snapshotOn(client, signal)),
          signal,
          // One that fails is sent again, as long as the work has not ended.
          () => void pool.query("select pg_cancel_backend($1)", [backend?.pid]).catch(() => undefined),
        );
      } finally {
        await client.query("rollback").catch(() => {
          broken = true;
        });
        // A cancel that is still on its way must not meet the next user of the connection.
        client.release(broken || signal.aborted);
      }
    },
    close: () => pool.end(),
  };
}

/** Rows hold what the statement selects; the caller's row type states it. */
async function query<R extends Row>(
  on: Pool | PoolClient,
  sql: string,
  values: readonly Value[],
): Promise<R[]> {
  const { rows } = await on.query<R>(sql, [...values]);
  return rows;
}

const transactionOn = (client: PoolClient): Transaction => ({
  query: (sql, values = []) => query(client, sql, values),
  load: (table, columns, rows) => load(client, table, columns, rows),
});

const snapshotOn = (client: PoolClient, signal: AbortSignal): Snapshot => ({
  query: async (sql, values = []) => {
    signal.throwIfAborted();
    return query(client, sql, values);
  },
  share: () => undefined,
  leaveData: async () => undefined,
});

async function load(
  client: PoolClient,
  table: string,
  columns: readonly string[],
  rows: BulkRows,
): Promise<number> {
  const found = await query<{ name: string; type: string }>(
    client,
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass and attnum > 0`,
    [table],
  );
  const typeOf = (column: string) => found.find((entry) => entry.name === column)?.type ?? "text";
  const select = columns
    .map((column, index) => {
      const type = typeOf(column);
      // A list column cannot travel inside unnest's flat arrays, so it goes as JSON text.
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
  for await (const row of rows) {
    for (const [index, column] of batch.entries()) column.push(asText(row[index]));
    count += 1;
    if (count % batchRows === 0) await flush();
  }
  await flush();
  // The engine plans badly on a table it has not looked at.
  await client.query(`analyze ${table}`);
  return count;
}

const asText = (value: Value | undefined): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};
