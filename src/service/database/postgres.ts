// The engine past one machine: PostgreSQL, or what speaks it. Writers of all processes queue on one advisory lock.
import pLimit from "p-limit";
import { DatabaseError, Pool, types, type PoolClient, type PoolConfig } from "pg";
import {
  DatabaseFull,
  DatabaseUnavailable,
  interruptible,
  type BulkRows,
  type Engine,
  type Row,
  type Snapshot,
  type Staged,
  loadedRows,
  stagedName,
  type Statements,
  type Value,
} from "./database.ts";
import { listen, type Listener } from "./postgres-notifications.ts";

const { builtins } = types;
const numeric = new Set<number>([builtins.INT8, builtins.NUMERIC]);
const toNumber = (text: string) => {
  const value = Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(text) : value;
};

/** "assay" as a number: the key of the writer lock. */
const writerLock = 0x617373;

const batchRows = 5000;

/** ms: for a statement of a request, for a connection, and for the turn of a writer. */
const longest = { statement: 30_000, connecting: 5_000, waiting: 10_000 } as const;

/** Where a server gives a statement less than this: values of a large log that do not fit are put on the disk, which takes twice as long. */
const enoughMemory = `select set_config('work_mem', '32MB', true)
  where pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('32MB')`;

function openPool(url: string, config: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: url,
    types: {
      getTypeParser: (oid, format) =>
        numeric.has(oid) && format !== "binary" ? toNumber : types.getTypeParser(oid, format),
    },
    ...config,
  });
  // A connection that is lost, idle or in use, is replaced at the next query; without listeners it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

const busy = "The database is busy. Try again in a moment; nothing was changed.";
const full =
  "The disk of the database is full, so nothing more is stored. Make room on it; nothing was changed.";
const away =
  "The database does not answer. Try again in a moment; whether a change that was being saved is stored, its history says.";

/** A refusal where the server is away or its time is up; any other error as it is. */
function asUnavailable(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const code = cause instanceof DatabaseError || "code" in cause ? String(cause.code) : "";
  // Lock and statement time limits; connections that could not be had in time.
  if (/^(55P03|57014|53300)$/.test(code) || /timeout exceeded when trying to connect/.test(cause.message))
    return new DatabaseUnavailable(busy, { cause });
  if (code === "53100") return new DatabaseFull(full, { cause });
  // Codes of classes 08 and 57, and of a connection that is refused (28, 3D000, 55000).
  // A file that an import cannot find is another ENOENT than a socket.
  const isUnreachable = "syscall" in cause && cause.syscall === "connect";
  return isUnreachable ||
    /^(08...|28...|3D000|55000|57P0[123]|ECONN\w+|EPIPE|ETIMEDOUT)$/.test(code) ||
    /^(Connection terminated|Client has encountered a connection error)/.test(cause.message)
    ? new DatabaseUnavailable(away, { cause })
    : cause;
}

/** Lends a connection of a pool. A broken one is closed, and so is one that the work asks not to keep. */
async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>, isSpent = () => false) {
  const client = await pool.connect();
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    await client.query("rollback").catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken || isSpent());
  }
}

export function openPostgres(url: string): Engine {
  const reads = openPool(url, {
    max: 6,
    connectionTimeoutMillis: longest.connecting,
    statement_timeout: longest.statement,
  });
  const snapshots = openPool(url, { max: 3 });
  const writer = openPool(url, { max: 1 });
  // Writers queue here, so that those who wait for the lock of another process hold no connections.
  const writes = pLimit(1);
  const listeners: Listener[] = [];

  /** Lends a connection of a pool to work whose statement is cancelled when the signal aborts. */
  const until = <T>(signal: AbortSignal, pool: Pool, work: (client: PoolClient) => Promise<T>) =>
    withClient(
      pool,
      async (client) => {
        const [backend] = await query<{ pid: number }>(client, "select pg_backend_pid() as pid", []);
        return interruptible(
          () => work(client),
          signal,
          // One that fails is sent again, as long as the work has not ended.
          () => void reads.query("select pg_cancel_backend($1)", [backend?.pid]).catch(() => undefined),
        );
      },
      // A cancel that is still on its way must not meet the next user of the connection.
      () => signal.aborted,
    );

  async function write<T>(
    work: (statements: Statements) => Promise<T>,
    { commit, isLong, since }: { commit: boolean; isLong: boolean; since: number },
    staged?: { client: PoolClient; table: string },
  ) {
    const left = since + longest.waiting - Date.now();
    if (!isLong && left <= 0) throw new DatabaseUnavailable(busy);
    const run = async (client: PoolClient) => {
      const lock = `select pg_advisory_xact_lock(${writerLock})`;
      const limited = `set local lock_timeout = ${left}; ${lock}; set local statement_timeout = ${longest.statement}`;
      await client.query(`begin; ${isLong ? lock : limited}`);
      const result = await work(statementsOn(client));
      // The engine plans badly on a table it has not looked at.
      if (staged) await client.query(`analyze ${staged.table}`);
      await client.query(commit ? "commit" : "rollback");
      return result;
    };
    return staged ? run(staged.client) : withClient(writer, run);
  }

  /** Runs work after its rows were loaded into a temporary table, which ends with its connection. */
  const writeStaged = <T>(work: (statements: Statements) => Promise<T>, staged: Staged, commit: boolean) =>
    withClient(
      snapshots,
      async (client) => {
        const { table, columns } = staged;
        const name = stagedName(table);
        await client.query(`create temp table ${name} (like ${table})`);
        await load(client, name, columns, loadedRows(staged));
        const options = { commit, isLong: true, since: Date.now() };
        return writes(() => write(work, options, { client, table }));
      },
      () => true,
    );

  return {
    engine: "postgres",
    query: <R extends Row>(sql: string, values: readonly Value[] = [], signal?: AbortSignal) =>
      (signal
        ? until(signal, reads, (client) => query<R>(client, sql, values))
        : query<R>(reads, sql, values)
      ).catch((error: unknown) => {
        throw asUnavailable(error);
      }),
    transaction: (work, { commit = true, isLong = false, since = Date.now(), staged } = {}) =>
      (staged
        ? writeStaged(work, staged, commit)
        : writes(() => write(work, { commit, isLong, since }))
      ).catch((error: unknown) => {
        throw asUnavailable(error);
      }),
    snapshot: (work, signal, { isQuick = false } = {}) =>
      until(signal, isQuick ? reads : snapshots, async (client) => {
        await client.query("begin isolation level repeatable read");
        // Long reads join what they have just computed, which the engine takes for a few rows and would scan again for each. Where that is
        // the only way it reckons with costs at which it compiles each statement, for seconds.
        if (!isQuick) {
          await client.query("set local enable_nestloop = off; set local jit = off");
          await client.query(enoughMemory);
        }
        const result = await work(snapshotOn(client, signal));
        await client.query("rollback");
        return result;
      }).catch((error: unknown) => {
        throw asUnavailable(error);
      }),
    listen: (heard) => {
      const listener = listen(url, heard);
      listeners.push(listener);
      return listener.isListening;
    },
    trouble: async () => undefined,
    close: async () => {
      const pools = [reads, snapshots, writer].map((pool) => pool.end());
      await Promise.all([...pools, ...listeners.map((listener) => listener.close())]);
    },
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

const statementsOn = (client: PoolClient): Statements => ({
  engine: "postgres",
  query: (sql, values = []) => query(client, sql, values),
  load: (table, columns, rows) => load(client, table, columns, rows),
});

const snapshotOn = (client: PoolClient, signal: AbortSignal): Snapshot => ({
  engine: "postgres",
  query: async (sql, values = []) => {
    signal.throwIfAborted();
    return query(client, sql, values);
  },
  share: () => undefined,
  leaveData: async () => undefined,
});

const knownTypes = new WeakMap<PoolClient, Map<string, Map<string, string>>>();

/** The types of the columns of a table by name: asked for once on each connection, and again for a column that is new. */
async function typesOf(client: PoolClient, table: string, columns: readonly string[]) {
  const ofClient = knownTypes.get(client) ?? new Map<string, Map<string, string>>();
  knownTypes.set(client, ofClient);
  const known = ofClient.get(table);
  if (known && columns.every((column) => known.has(column))) return known;
  const rows = await query<{ name: string; type: string }>(
    client,
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass and attnum > 0`,
    [table],
  );
  const read = new Map(rows.map(({ name, type }) => [name, type]));
  ofClient.set(table, read);
  return read;
}

async function load(
  client: PoolClient,
  table: string,
  columns: readonly string[],
  rows: BulkRows,
): Promise<number> {
  const types = await typesOf(client, table, columns);
  const select = columns
    .map((column, index) => {
      const type = types.get(column) ?? "text";
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
  /** Answers whether the batch is full. */
  const add = (row: readonly Value[]) => {
    for (let column = 0; column < columns.length; column += 1) batch[column]?.push(asText(row[column]));
    count += 1;
    return count % batchRows === 0;
  };
  // Waiting for each row of a list that is there already takes a tenth longer.
  if (Symbol.iterator in rows) {
    for (const row of rows) if (add(row)) await flush();
  } else for await (const row of rows) if (add(row)) await flush();
  await flush();
  // The engine plans badly on a table it has not looked at; it looks by itself where many small loads have changed one.
  if (count >= batchRows / 5) await client.query(`analyze ${table}`);
  return count;
}

const asText = (value: Value | undefined): string | null => {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};
