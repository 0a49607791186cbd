// The embedded engine: one file, no server. Reads take turns on a few connections, and writes queue on one.
import { availableParallelism } from "node:os";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import pLimit from "p-limit";
import {
  DatabaseInUse,
  DatabaseUnavailable,
  interruptible,
  type Engine,
  type Row,
  type Snapshot,
  type Staged,
  stagedName,
  type Statements,
  type Value,
} from "./database.ts";
import { load } from "./duckdb-load.ts";
import { memoryRelease } from "./duckdb-memory.ts";
import { preparing, query, stream, type Prepare } from "./duckdb-query.ts";
import { wholeVersions } from "./version-packing.ts";

const readers = 4;
/** Most long reads at once. Each holds a thread of Node's pool, which may have only four, and small statements need one too. */
const mostSnapshots = 2;
/** The part of the memory limit that long reads may use, because the process holds their results besides. The largest take up to 15 % longer. */
const shareOfReads = 0.65;
/** Long reads spill to disk instead of using up the memory; rows of a query without an order then come in any order. */
const options = { preserve_insertion_order: "false" };

/** Settings of each connection, in one statement, so that it waits for a thread only once. Migrations create these functions for
 *  PostgreSQL. DuckDB's own function takes no whole numbers, and reads a key such as $city as a path. */
const ownSettings = `
  set integer_division = true;
  set default_null_order = 'postgres';
  create temp macro day_count(days) as cast(bit_count(days) as integer);
  create temp macro text_at(document, key) as document->>('/' || replace(replace(key, '~', '~0'), '/', '~1'));
  create temp macro field_names(document) as json_keys(document);
  create temp macro field_types(document, pointers) as json_type(document, pointers);
  create temp macro unit_chance(unit) as cast(hash(unit) & cast(1048575 as ubigint) as integer);
  create temp macro any_text_holds(document, part) as len(list_filter(
    (document->>'$.*'),
    lambda text: position(part in translate(text, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) > 0
  )) > 0`;

/** `memoryLimit` in MiB; unused memory is released every `idleAfter` ms. */
export async function openDuckdb(
  path: string,
  memoryLimit = 900,
  { idleAfter = 30_000 } = {},
): Promise<Engine> {
  // By default the engine starts a thread for every core of the machine, even for those that this process may not use.
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
    await connection.run(ownSettings);
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
  const kept = new Map<string, number>();
  const versions = wholeVersions();
  let turn = 0;
  let isClosing = false;
  // Closing a connection during a statement makes the engine wait for itself, and the process hangs.
  const refuseWhileClosing = () => {
    if (isClosing) throw new DatabaseUnavailable("The database is being closed.");
  };

  const connectForSnapshot = async () => {
    const connection = await connect();
    // The engine measures its progress only while the progress bar is on; the bar is never printed.
    await connection.run("set enable_progress_bar = true");
    await connection.run("set enable_progress_bar_print = false");
    return connection;
  };
  // Each snapshot has a connection of its own; a spare one is opened in advance, while nobody waits for it.
  let spare: Promise<DuckDBConnection> | undefined;
  const makeSpare = () => {
    spare ??= connectForSnapshot();
    // If opening fails now, the snapshot that needs the connection opens one again.
    spare.catch(() => {
      spare = undefined;
    });
  };
  makeSpare();

  // The thread that runs a statement works on it, and spins until all other threads have done their part: a small statement would wait
  // for a thread without a processor. So there are further threads only during long work.
  const limitsInTurn = pLimit(1);
  const longWorks = { read: 0, write: 0 };
  const setLimits = (connection: DuckDBConnection) =>
    limitsInTurn(async () => {
      const { read, write } = longWorks;
      await connection.run(`set threads = ${read + write > 0 ? threads : 1}`);
      const limit = read > 0 && write === 0 ? Math.floor(memoryLimit * shareOfReads) : memoryLimit;
      // A lower limit is refused while more memory is in use.
      await connection.run(`set memory_limit = '${limit}MiB'`).catch(() => undefined);
    });
  async function asLongWork<T>(
    kind: keyof typeof longWorks,
    connection: DuckDBConnection,
    work: () => Promise<T>,
  ): Promise<T> {
    longWorks[kind] += 1;
    try {
      await setLimits(connection);
      return await work();
    } finally {
      longWorks[kind] -= 1;
      await setLimits(connection).catch(() => undefined);
    }
  }

  const memory = memoryRelease({
    path,
    memoryLimit,
    idleAfter,
    run: (sql) => writer.run(sql),
    alone: async (work) => {
      if (running.size > 0 || isClosing) return;
      // The writer's turn is taken first, because its holder may still wait for a reader.
      const inTurn = [...queues, writes].reduce((next, queue) => () => queue(next), work);
      await inTurn();
    },
  });

  function nextReader() {
    turn = (turn + 1) % readers;
    const [connection, queue, prepare] = [pool[turn], queues[turn], prepared[turn]];
    if (!connection || !queue || !prepare) throw new Error("no connection");
    return { connection, queue, prepare };
  }

  async function snapshot<T>(work: (snapshot: Snapshot) => Promise<T>, signal: AbortSignal): Promise<T> {
    const ready = spare ?? connectForSnapshot();
    spare = undefined;
    const connection = await ready;
    try {
      const prepare = (sql: string) => connection.prepare(sql);
      return await asLongWork("read", connection, () => readAtOnce(connection, prepare, work, signal));
    } finally {
      connection.closeSync();
      makeSpare();
    }
  }

  function keptRunning<T>(work: () => Promise<T>): Promise<T> {
    const read = work();
    const ended: Promise<unknown> = read.catch(() => undefined).then(() => running.delete(ended));
    running.add(ended);
    return read;
  }

  return {
    engine: "duckdb",
    readsFiles: true,
    query: async <R extends Row>(sql: string, values: readonly Value[] = [], signal?: AbortSignal) => {
      refuseWhileClosing();
      const { connection, queue, prepare } = nextReader();
      const read = () => query<R>(connection, prepare, sql, values);
      return queue(() => (signal ? interruptible(read, signal, () => connection.interrupt()) : read()));
    },
    transaction: async (work, { commit = true, isLong = false, staged } = {}) => {
      refuseWhileClosing();
      const write = async (connection = writer, prepare = preparedWrites) => {
        await connection.run("begin transaction");
        try {
          const result = await work({ ...statementsOn(connection, prepare), kept, wholeVersions: versions });
          if (!commit) kept.clear();
          await connection.run(commit ? "commit" : "rollback");
          versions.settle(commit);
          return result;
        } catch (error) {
          kept.clear();
          versions.settle(false);
          // A failed commit has already ended the transaction, so a failing rollback says nothing new.
          await connection.run("rollback").catch(() => undefined);
          throw error;
        }
      };
      if (!staged) {
        const result = await writes(() => (isLong ? asLongWork("write", writer, write) : write()));
        memory.noticeCommit();
        return result;
      }
      return keptRunning(async () => {
        const connection = await connect();
        try {
          await stage(connection, staged);
          const prepare = (sql: string) => connection.prepare(sql);
          return await writes(() => asLongWork("write", connection, () => write(connection, prepare)));
        } finally {
          connection.closeSync();
        }
      });
    },
    snapshot: async (work, signal, { isQuick = false } = {}) => {
      refuseWhileClosing();
      if (isQuick) {
        const { connection, queue, prepare } = nextReader();
        return queue(() => readAtOnce(connection, prepare, work, signal));
      }
      return keptRunning(() => snapshots(() => snapshot(work, signal)));
    },
    isReadingLong: async () => longWorks.read > 0,
    trouble: async () => undefined,
    close: async () => {
      memory.stop();
      isClosing = true;
      // An empty task resolves once all earlier tasks of its queue have ended.
      await Promise.all([...running, ...[writes, ...queues].map((queue) => queue(() => undefined))]);
      for (const connection of pool) connection.closeSync();
      (await spare?.catch(() => undefined))?.closeSync();
      // If the checkpoint fails, the log keeps the changes.
      if (path !== ":memory:") await writer.run("checkpoint").catch(() => undefined);
      writer.closeSync();
      instance.closeSync();
    },
  };
}

/** Loads rows into a temporary table of a connection. */
async function stage(connection: DuckDBConnection, { table, columns, rows }: Staged) {
  const name = stagedName(table);
  await connection.run(`create temp table ${name} as select * from ${table} limit 0`);
  if ("select" in rows)
    await connection.run(
      `insert into ${name} (${columns.join(", ")}) select ${columns.join(", ")} from (${rows.select}) as rows`,
    );
  else await load(connection, (sql) => connection.prepare(sql), name, columns, rows);
}

function inUse(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !/set lock on file/i.test(error.message)) return error;
  const pid = /PID (\d+)/.exec(error.message)?.[1];
  const holder = pid ? ` (process ${pid})` : "";
  return new DatabaseInUse(
    `The database ${path} is in use by another process${holder} that does not take commands. Try again when it has ended; ` +
      `with PostgreSQL (DATABASE_URL) several processes can share one database.`,
  );
}

const statementsOn = (connection: DuckDBConnection, prepare: Prepare): Statements => ({
  engine: "duckdb",
  query: (sql, values = []) => query(connection, prepare, sql, values),
  load: (table, columns, rows) => load(connection, prepare, table, columns, rows),
});

/** Runs reads in one transaction, so that all see the data of one moment. */
async function readAtOnce<T>(
  connection: DuckDBConnection,
  prepare: Prepare,
  work: (snapshot: Snapshot) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  await connection.run("begin transaction");
  try {
    return await interruptible(
      () => work(snapshotOn(connection, prepare, signal)),
      signal,
      () => connection.interrupt(),
    );
  } finally {
    // The transaction may have ended already.
    await connection.run("rollback").catch(() => undefined);
  }
}

const snapshotOn = (connection: DuckDBConnection, prepare: Prepare, signal: AbortSignal): Snapshot => ({
  engine: "duckdb",
  query: async (sql, values = []) => {
    signal.throwIfAborted();
    return query(connection, prepare, sql, values);
  },
  stream: (sql, values = []) => stream(prepare, sql, values),
  share: () => {
    const { percentage } = connection.progress;
    return percentage >= 0 ? Math.min(1, percentage / 100) : undefined;
  },
  leaveData: async () => {
    signal.throwIfAborted();
    await connection.run("commit");
  },
});
