// The embedded engine: one file, no server. Reads take turns on a few connections, writes queue on one.
import { availableParallelism } from "node:os";
import {
  BLOB,
  blobValue,
  DuckDBInstance,
  LIST,
  listValue,
  ResultReturnType,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  type DuckDBValue,
} from "@duckdb/node-api";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import {
  DatabaseInUse,
  interruptible,
  type Engine,
  type Row,
  type Snapshot,
  type Statements,
  type Value,
} from "./database.ts";
import { load } from "./duckdb-load.ts";

const readers = 4;
/** Long reads at once. Each holds a thread of Node's pool, of which there may be four, and a small statement needs one too. */
const mostSnapshots = 2;
const [texts, blobs] = [LIST(VARCHAR), LIST(BLOB)];
/** Long reads spill to disk instead of taking the machine's memory; rows without an order come in any. */
const options = { preserve_insertion_order: "false" };

/** MiB that the engine may keep while nobody needs them. */
const mostIdle = 32;

/** `memoryLimit` in MiB; memory that nobody needs is given back at intervals of `idleAfter` ms. */
export async function openDuckdb(
  path: string,
  memoryLimit = 900,
  { idleAfter = 30_000 } = {},
): Promise<Engine> {
  // Left alone the engine starts a thread for every core of the machine, also for those this process may not use.
  const threads = availableParallelism();
  const instance = await DuckDBInstance.create(path, {
    threads: "1",
    memory_limit: `${memoryLimit}MiB`,
    ...options,
  }).catch((error: unknown) => {
    throw inUse(error, path);
  });
  const connect = async () => {
    const connection = await instance.connect();
    await connection.run("set integer_division = true");
    await connection.run("set default_null_order = 'postgres'");
    // Migrations create these functions for PostgreSQL: DuckDB's own function takes no whole numbers, and reads a key such as $city as a path.
    await connection.run("create temp macro day_count(days) as cast(bit_count(days) as integer)");
    await connection.run(
      "create temp macro text_at(document, key) as document->>('/' || replace(replace(key, '~', '~0'), '/', '~1'))",
    );
    return connection;
  };
  const writer = await connect();
  await writer.run("create type if not exists jsonb as json");
  const pool = await Promise.all(Array.from({ length: readers }, connect));
  const prepared = pool.map(preparing);
  const queues = pool.map(() => pLimit(1));
  const writes = pLimit(1);
  const preparedWrites = preparing(writer);
  const snapshots = pLimit(mostSnapshots);
  const running = new Set<Promise<unknown>>();
  let turn = 0;

  const connectForSnapshot = async () => {
    const connection = await connect();
    // Only with its progress bar on does the engine count how far it is; it is never printed.
    await connection.run("set enable_progress_bar = true");
    await connection.run("set enable_progress_bar_print = false");
    return connection;
  };
  // Each snapshot has a connection of its own; one is made ready while nobody waits for it.
  let spare: Promise<DuckDBConnection> | undefined;
  const makeSpare = () => {
    spare ??= connectForSnapshot();
    // A connection that fails now is opened again by the snapshot that needs it.
    spare.catch(() => {
      spare = undefined;
    });
  };
  makeSpare();

  // Whoever runs a statement works on it, and with further threads spins until they have done their part: a small one waits for a
  // thread that has no processor. So there are further ones only while there is long work.
  const threadsInTurn = pLimit(1);
  let longWorks = 0;
  const setThreads = (connection: DuckDBConnection) =>
    threadsInTurn(() => connection.run(`set threads = ${longWorks > 0 ? threads : 1}`));
  async function withThreads<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
    longWorks += 1;
    try {
      await setThreads(connection);
      return await work();
    } finally {
      longWorks -= 1;
      await setThreads(connection).catch(() => undefined);
    }
  }

  // Left alone the engine keeps what it has read and the memory of what it has computed, up to its limit. A lower limit for a moment, in
  // which nobody else uses it, makes it give all that back; where it cannot, the limit stays.
  const giveBack = async () => {
    if (running.size > 0) return;
    const work = () =>
      writer.run(`set memory_limit = '${mostIdle}MiB'; set memory_limit = '${memoryLimit}MiB'`);
    // The writer's turn first: who has it may read.
    const alone = [...queues, writes].reduce<() => Promise<unknown>>(
      (next, queue) => () => queue(next),
      work,
    );
    await alone().catch(() => undefined);
  };
  // Without a file it would have to keep its tables elsewhere.
  const givingBack = path === ":memory:" ? undefined : setInterval(() => void giveBack(), idleAfter).unref();

  async function snapshot<T>(work: (snapshot: Snapshot) => Promise<T>, signal: AbortSignal): Promise<T> {
    const ready = spare ?? connectForSnapshot();
    spare = undefined;
    const connection = await ready;
    try {
      return await withThreads(connection, async () => {
        await connection.run("begin transaction");
        try {
          return await interruptible(
            () => work(snapshotOn(connection, signal)),
            signal,
            () => connection.interrupt(),
          );
        } finally {
          // It may have ended already.
          await connection.run("rollback").catch(() => undefined);
        }
      });
    } finally {
      connection.closeSync();
      makeSpare();
    }
  }

  return {
    engine: "duckdb",
    query: <R extends Row>(sql: string, values: readonly Value[] = []) => {
      turn = (turn + 1) % readers;
      const [connection, queue, prepare] = [pool[turn], queues[turn], prepared[turn]];
      if (!connection || !queue || !prepare) throw new Error("no connection");
      return queue(() => query<R>(connection, prepare, sql, values));
    },
    transaction: (work, { commit = true, isLong = false } = {}) => {
      const write = async () => {
        await writer.run("begin transaction");
        try {
          const result = await work(statementsOn(writer, preparedWrites));
          await writer.run(commit ? "commit" : "rollback");
          return result;
        } catch (error) {
          // A failed commit has already ended the transaction, so a failing rollback says nothing new.
          await writer.run("rollback").catch(() => undefined);
          throw error;
        }
      };
      return writes(() => (isLong ? withThreads(writer, write) : write()));
    },
    snapshot: (work, signal) => {
      const read = snapshots(() => snapshot(work, signal));
      const ended: Promise<unknown> = read.catch(() => undefined).then(() => running.delete(ended));
      running.add(ended);
      return read;
    },
    trouble: async () => undefined,
    close: async () => {
      clearInterval(givingBack);
      // Each queue is empty once its turn has come to nothing.
      await Promise.all([...running, ...[writes, ...queues].map((queue) => queue(() => undefined))]);
      for (const connection of pool) connection.closeSync();
      (await spare?.catch(() => undefined))?.closeSync();
      // Where it fails, the log keeps the changes.
      if (path !== ":memory:") await writer.run("checkpoint").catch(() => undefined);
      writer.closeSync();
      instance.closeSync();
    },
  };
}

function inUse(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !/set lock on file/i.test(error.message)) return error;
  const pid = /PID (\d+)/.exec(error.message)?.[1];
  const holder = pid ? ` (process ${pid})` : "";
  return new DatabaseInUse(
    `The database ${path} is in use by another process${holder}. Stop the service that holds it, then try again; ` +
      `with PostgreSQL (DATABASE_URL) several processes can share one database.`,
  );
}

type Prepare = (sql: string) => Promise<DuckDBPreparedStatement>;

const mostPrepared = 100;

/** Keeps the statements with parameters that a connection has prepared. */
function preparing(connection: DuckDBConnection): Prepare {
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

/** Rows hold what the statement selects; the caller's row type states it. */
async function query<R extends Row>(
  connection: DuckDBConnection,
  prepare: Prepare,
  sql: string,
  values: readonly Value[],
): Promise<R[]> {
  const parameters = Object.fromEntries(values.map((value, index) => [index + 1, bound(value)]));
  // Only lists need their type said.
  const lists = values.flatMap((value, index) =>
    Array.isArray(value) ? [[index + 1, Buffer.isBuffer(value[0]) ? blobs : texts] as const] : [],
  );
  // With parameters, even none, a statement is planned twice.
  const prepared = values.length > 0 ? await prepare(sql) : undefined;
  prepared?.bind(parameters, Object.fromEntries(lists));
  const result = await (prepared?.runAndRead() ?? connection.runAndRead(sql));
  // Each step waits for its turn among all requests, so none is made that reads nothing.
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

const statementsOn = (connection: DuckDBConnection, prepare: Prepare): Statements => ({
  query: (sql, values = []) => query(connection, prepare, sql, values),
  load: (table, columns, rows) => load(connection, table, columns, rows),
});

const snapshotOn = (connection: DuckDBConnection, signal: AbortSignal): Snapshot => ({
  query: async (sql, values = []) => {
    signal.throwIfAborted();
    return query(connection, (text) => connection.prepare(text), sql, values);
  },
  share: () => {
    const { percentage } = connection.progress;
    return percentage >= 0 ? Math.min(1, percentage / 100) : undefined;
  },
  leaveData: async () => {
    signal.throwIfAborted();
    await connection.run("commit");
  },
});
