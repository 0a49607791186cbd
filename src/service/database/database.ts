// The interface of a database: queries in the PostgreSQL dialect, one queued writer transaction, bulk loads.
// The two drivers beside this file implement `Engine`; writer-groups.ts makes a `Database` of it. Nothing else knows which engine runs.
import type { Change } from "./store-changes.ts";

export type Row = Record<string, unknown>;

/** A parameter. JSON goes as text with `$n::jsonb`; lists of text (`= any($n)`) or of bytes, and bytes, go as they are. */
export type Value = string | number | boolean | null | readonly string[] | readonly Buffer[] | Buffer;

/** A value that was read, and about how many characters it takes as JSON. */
export interface Remembered<T> {
  readonly value: T;
  readonly size: number;
}

export interface Memory {
  /** The value of a key as it is stored, from memory where it is there; undefined where there is none. */
  read<T>(key: string, load: (reader: Reader) => Promise<Remembered<T> | undefined>): Promise<T | undefined>;
}

export interface Reader {
  /** For the few statements that take another way on one of them. */
  readonly engine: "duckdb" | "postgres";
  readonly memory?: Memory;
  /** Rows of one statement with parameters $1, $2, …; integers, JSON and lists come as JavaScript values. */
  query<R extends Row = Row>(sql: string, values?: readonly Value[]): Promise<R[]>;
}

export type BulkRows = Iterable<readonly Value[]> | AsyncIterable<readonly Value[]>;

/** An open writer transaction, as a driver gives it. */
export interface Statements extends Reader {
  /** Appends many rows at once; answers how many. JSON columns take text. */
  load(table: string, columns: readonly string[], rows: BulkRows): Promise<number>;
  /** The last numbers of rows by table, kept from one transaction to the next; a rollback forgets them. Absent where other processes
   *  write too. To read one takes the embedded engine the longer, the more rows there are. */
  readonly kept?: Map<string, number>;
}

/** A writer transaction. Its reads see what it wrote, whether that is stored yet or not. */
export interface Transaction extends Statements {
  readonly memory: Memory;
  /** Notes a change, to be stored together with others: before the next query, or at the end. */
  record(change: Change): void;
  /** Tells the memory the new value of a key; undefined where there is none any more. */
  remember(key: string, value: Remembered<unknown> | undefined): void;
  /** Tells the memory which keys have other values now. */
  changed(keys: readonly string[]): void;
}

export interface TransactionOptions {
  /** Rolled back at its end when false (dry run). */
  commit?: boolean;
  /** Without the time limits of a request: a migration, an import. */
  isLong?: boolean;
  /** Rows that are loaded first, holding up nobody, into a temporary table that the work then reads. Always long. */
  staged?: Staged;
}

export interface Staged {
  /** They have its columns. */
  table: string;
  columns: readonly string[];
  rows: BulkRows | SelectedRows;
}

/** Rows that the engine reads from a file by itself, where it `readsFiles`. */
export interface SelectedRows {
  readonly select: string;
}

/** Rows to load, where the engine reads no files. */
export function loadedRows({ rows }: Staged): BulkRows {
  if ("select" in rows) throw new Error("This engine reads no files.");
  return rows;
}

/** The temporary table of staged rows of a table. */
export const stagedName = (table: string) => `staged_${table}`;

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

export interface Engine extends Reader {
  /** Rows to stage may be selected from a file of this machine. */
  readonly readsFiles?: boolean;
  /** As a reader has it; an abort stops the statement and throws the signal's reason. */
  query<R extends Row = Row>(sql: string, values?: readonly Value[], signal?: AbortSignal): Promise<R[]>;
  /** Runs work in the one writer transaction; writers queue, and have waited since `since` (ms). Rolls back when work throws. */
  transaction<T>(
    work: (statements: Statements) => Promise<T>,
    options?: TransactionOptions & { since?: number },
  ): Promise<T>;
  /** Runs reads that belong together on one snapshot; an abort stops the running statement and throws the signal's reason. A quick one,
   *  of a few small statements, does not wait for long ones. */
  snapshot<T>(
    work: (snapshot: Snapshot) => Promise<T>,
    signal: AbortSignal,
    options?: { isQuick?: boolean },
  ): Promise<T>;
  /** Calls `heard` with the table that any process has changed, soon after, and without one where it may be any; answers whether
   *  it hears of changes now. Absent where no other process writes. */
  listen?(heard: (table?: string) => void): () => boolean;
  /** The reason why writes, or all requests, are refused now; does not ask the engine. */
  trouble(): Promise<{ isDown: boolean; message: string } | undefined>;
  /** Waits for running work, then closes. */
  close(): Promise<void>;
}

/** Changes that a process may be told of: of entities and what is served of them, or of keys. */
export type Told = "entities" | "keys";

export interface Database extends Omit<Engine, "transaction" | "listen"> {
  /** Absent while the tables are made: then everything is read from the database. */
  readonly memory?: Memory;
  /** The keys that were changed after a position, some of them twice. Absent with the memory. */
  changedSince?(position: number): Promise<Changes>;
  /** A number that is another one after each change, soon after where another process made it; undefined where nobody tells of
   *  changes now, so that whoever needs them must look. Absent with the memory. */
  told?(of: Told): number | undefined;
  /** Tells the memory of other values that were stored outside of a transaction. Absent with the memory. */
  changed?(keys: readonly string[]): void;
  /** Tells the memory that anything may have changed. Absent with the memory. */
  forget?(): void;
  /** For all reads of a request: what other processes have changed is asked once, now, and not at each of them. */
  upToDate(): Promise<Database>;
  /**
   * Runs work as the only writer. Nothing of it is stored when it throws. It may run a second time, after a rollback, so it must change
   * nothing but the database.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
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
