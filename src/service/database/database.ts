// The interface of a database: queries in the PostgreSQL dialect, one queued writer transaction, bulk loads.
// The two drivers beside this file implement it; nothing else knows which engine runs.

export type Row = Record<string, unknown>;

/** A parameter. JSON goes as text with `$n::jsonb`; lists of text (`= any($n)`) and bytes go as they are. */
export type Value = string | number | boolean | null | readonly string[] | Buffer;

/** A value that was read, and about how many characters it takes as JSON. */
export interface Remembered<T> {
  readonly value: T;
  readonly size: number;
}

export interface Memory {
  /** The value of a key as it is stored, from memory where it is there; undefined, which is not remembered, where there is none. */
  read<T>(key: string, load: () => Promise<Remembered<T> | undefined>): Promise<T | undefined>;
}

export interface Reader {
  /** Absent where other processes may write: then everything is read from the database. */
  readonly memory?: Memory;
  /** Rows of one statement with parameters $1, $2, …; integers, JSON and lists come as JavaScript values. */
  query<R extends Row = Row>(sql: string, values?: readonly Value[]): Promise<R[]>;
}

export type BulkRows = Iterable<readonly Value[]> | AsyncIterable<readonly Value[]>;

export interface Transaction extends Reader {
  /** Tells the memory which keys were changed. */
  changed?(keys: readonly string[]): void;
  /** Appends many rows at once; answers how many. JSON columns take text. */
  load(table: string, columns: readonly string[], rows: BulkRows): Promise<number>;
}

/** The data as it stood at one moment, read on a connection of its own: long reads that hold up nobody. */
export interface Snapshot extends Reader {
  /** Done part of the running statement, 0 to 1, where the engine knows it. */
  share(): number | undefined;
  /** Ends the reading of stored data: all further work is on temporary tables. The embedded engine reads
   *  those with one thread as long as the transaction that filled them is open. */
  leaveData(): Promise<void>;
}

/** Changes up to a position in their order. */
export interface Changes {
  /** Undefined where that is no longer known. */
  readonly keys: readonly string[] | undefined;
  readonly position: number;
}

export interface Database extends Reader {
  readonly engine: "duckdb" | "postgres";
  /** The keys that were changed after a position, some of them twice. Absent with the memory. */
  changedSince?(position: number): Changes;
  /**
   * Runs work in the one writer transaction; writers queue. Rolls back when work throws, and at its end when commit is false
   * (dry run). Without the time limits of a request where it is long: a migration, an import.
   */
  transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    options?: { commit?: boolean; isLong?: boolean },
  ): Promise<T>;
  /** Runs reads that belong together on one snapshot; an abort stops the running statement and throws the signal's reason. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** The reason why writes, or all requests, are refused now; does not ask the engine. */
  trouble(): Promise<{ isDown: boolean; message: string } | undefined>;
  /** Waits for running work, then closes. */
  close(): Promise<void>;
}

/** The database file is held by another process; the message says how to go on. */
export class DatabaseInUse extends Error {}

/** A file of the database is damaged or missing; the message says how to go on. */
export class DatabaseDamaged extends Error {}

/** The database cannot answer now; the same request may succeed later. The message is for the client. */
export class DatabaseUnavailable extends Error {
  readonly status: number = 503;
}

/** There is no room for changes. */
export class DatabaseFull extends DatabaseUnavailable {
  override readonly status = 507;
}

/** Interrupts work until it has ended, once the signal aborts: an interrupt before a statement has begun is forgotten. */
export async function interruptible<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  interrupt: () => void,
): Promise<T> {
  signal.throwIfAborted();
  let repeated: NodeJS.Timeout | undefined;
  const onAbort = () => {
    interrupt();
    repeated = setInterval(interrupt, 50);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await work();
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener("abort", onAbort);
    clearInterval(repeated);
  }
}
