// The engine for more than one machine: PostgreSQL or a compatible server. Writers of all processes queue on one advisory lock.
import pLimit from "p-limit";
import { DatabaseError, Pool, types, type PoolClient, type PoolConfig } from "pg";
import {
  DatabaseFull,
  DatabaseUnavailable,
  interruptible,
  type Engine,
  type NumberRows,
  type Row,
  type Snapshot,
  type Staged,
  loadedRows,
  stagedName,
  type Statements,
  type Value,
} from "./database.ts";
import { load } from "./postgres-load.ts";
import { listen, type Listener } from "./postgres-notifications.ts";

const { builtins } = types;
const numeric = new Set<number>([builtins.INT8, builtins.NUMERIC]);
const toNumber = (text: string) => {
  const value = Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(text) : value;
};

/** The key of the advisory lock of writers: the beginning of "assay" as a number. */
const writerLock = 0x617373;

/** Time limits in ms: for a statement of a request, for opening a connection, and for a writer waiting in the queue. */
const longest = { statement: 30_000, connecting: 5_000, waiting: 10_000 } as const;

/** Raises a lower memory limit of a statement: values of a large log that do not fit are written to disk, which takes twice as long. */
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
  // A lost connection, idle or in use, is replaced at the next query; an "error" event without listeners would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

const busy = "The database is busy. Try again in a moment; nothing was changed.";
const full =
  "The disk of the database is full, so nothing more is stored. Make room on it; nothing was changed.";
const away =
  "The database does not answer. Try again in a moment; whether a change that was being saved is stored, its history says.";

/** Wraps errors of an unreachable server or an exceeded time limit in `DatabaseUnavailable`, and returns any other error unchanged. */
function asUnavailable(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const code = cause instanceof DatabaseError || "code" in cause ? String(cause.code) : "";
  // Exceeded time limits of locks and statements, and connections that were not available in time.
  if (/^(55P03|57014|53300)$/.test(code) || /timeout exceeded when trying to connect/.test(cause.message))
    return new DatabaseUnavailable(busy, { cause });
  if (code === "53100") return new DatabaseFull(full, { cause });
  // Codes of classes 08 and 57, and of a refused connection (28, 3D000, 55000). Only a failed connect counts as unreachable: the ENOENT
  // of a file that an import cannot find is not that of a socket.
  const isUnreachable = "syscall" in cause && cause.syscall === "connect";
  return isUnreachable ||
    /^(08...|28...|3D000|55000|57P0[123]|ECONN\w+|EPIPE|ETIMEDOUT)$/.test(code) ||
    /^(Connection terminated|Client has encountered a connection error)/.test(cause.message)
    ? new DatabaseUnavailable(away, { cause })
    : cause;
}

/** Runs work on a connection of a pool. Closes the connection afterwards if it is broken or `isSpent` returns true. */
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
  // Writers queue in the process too, so that waiting for the lock of another process takes only one connection.
  const writes = pLimit(1);
  const listeners: Listener[] = [];

  /** Runs work on a connection of a pool, and cancels its statement when the signal aborts. */
  const until = <T>(signal: AbortSignal, pool: Pool, work: (client: PoolClient) => Promise<T>) =>
    withClient(
      pool,
      async (client) => {
        const [backend] = await query<{ pid: number }>(client, "select pg_backend_pid() as pid", []);
        return interruptible(
          () => work(client),
          signal,
          // A cancel request that fails is sent again, as long as the work has not ended.
          () => void reads.query("select pg_cancel_backend($1)", [backend?.pid]).catch(() => undefined),
        );
      },
      // A cancel request still on its way must not hit the next user of the connection.
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
      // The engine plans badly on a table that it has not analyzed.
      if (staged) await client.query(`analyze ${staged.table}`);
      await client.query(commit ? "commit" : "rollback");
      return result;
    };
    return staged ? run(staged.client) : withClient(writer, run);
  }

  /** Loads the staged rows into a temporary table, then runs work; closing the connection drops the table. */
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
        // Long reads join temporary results, which the planner takes for a few rows and would scan again for each row. With nested loops
        // off, the estimated costs of plans that cannot avoid them would make it compile every statement, for seconds.
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

/** Runs a statement. The caller's row type declares what it selects, and is not checked. */
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

/** Rows that one request to the server fetches. */
const streamedRows = 10_000;

/** Runs a statement that selects numbers within a transaction, and returns its rows in portions. */
async function* stream(
  client: PoolClient,
  sql: string,
  values: readonly Value[],
): AsyncGenerator<NumberRows> {
  await client.query(`declare streamed no scroll cursor for ${sql}`, [...values]);
  for (;;) {
    const { rows, fields } = await client.query<number[]>({
      text: `fetch ${streamedRows} from streamed`,
      rowMode: "array",
    });
    if (rows.length === 0) break;
    const columns = fields.map((_, column) => Float64Array.from(rows, (row) => row[column] ?? Number.NaN));
    yield { count: rows.length, columns };
  }
  await client.query("close streamed");
}

const snapshotOn = (client: PoolClient, signal: AbortSignal): Snapshot => ({
  engine: "postgres",
  query: async (sql, values = []) => {
    signal.throwIfAborted();
    return query(client, sql, values);
  },
  stream: (sql, values = []) => stream(client, sql, values),
  share: () => undefined,
  leaveData: async () => undefined,
});
