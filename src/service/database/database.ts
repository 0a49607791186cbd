// The interface of a database: queries in the PostgreSQL dialect, one queued writer transaction, bulk loads. The two drivers beside this
// file implement `Engine`; writer-groups.ts turns one into a `Database`. No other code knows which engine runs.
import type { Change } from "./store-changes.ts";
import type { WholeVersions } from "./version-packing.ts";

export type Row = Record<string, unknown>;

/** A statement parameter. JSON is passed as text with `$n::jsonb`; lists of text (`= any($n)`) or of buffers, and buffers, as they are. */
export type Value = string | number | boolean | null | readonly string[] | readonly Buffer[] | Buffer;

/** A value to cache, and its approximate size in characters of JSON. */
export interface CachedValue<T> {
  readonly value: T;
  readonly size: number;
}

export interface ReadThroughCache {
  /** Returns the value of a key, from the cache or else through `load`; undefined where none is stored. */
  read<T>(key: string, load: (reader: Reader) => Promise<CachedValue<T> | undefined>): Promise<T | undefined>;
}

export interface Reader {
  /** For the few statements that differ between the engines. */
  readonly engine: "duckdb" | "postgres";
  readonly cache?: ReadThroughCache;
  /** Returns the rows of one statement with parameters $1, $2, …; integers, JSON and lists arrive as JavaScript values. */
  query<R extends Row = Row>(sql: string, values?: readonly Value[]): Promise<R[]>;
}

export type BulkRows = Iterable<readonly Value[]> | AsyncIterable<readonly Value[]>;

/** An open writer transaction, as a driver provides it. */
export interface Statements extends Reader {
  /** Appends many rows at once and returns their number. JSON columns take text. */
  load(table: string, columns: readonly string[], rows: BulkRows): Promise<number>;
  /** The highest row numbers by table, kept across transactions and dropped on a rollback: the more rows there are, the longer the
   *  embedded engine takes to find them. Absent where other processes write too. */
  readonly kept?: Map<string, number>;
  /** Versions stored whole, likewise kept; absent where other processes write too. */
  readonly wholeVersions?: WholeVersions;
}

/** A writer transaction. Its reads see its own writes, even those that are recorded but not stored yet. */
export interface Transaction extends Statements {
  readonly cache: ReadThroughCache;
  /** Records a change. Recorded changes are stored together, before the next query or at the end. */
  record(change: Change): void;
  /** Updates the cached value of a key; undefined where the value was removed. */
  remember(key: string, value: CachedValue<unknown> | undefined): void;
  /** Invalidates the cached values of keys. */
  changed(keys: readonly string[]): void;
}

export interface TransactionOptions {
  /** False rolls the transaction back at its end (dry run). */
  commit?: boolean;
  /** Lifts the time limits of a request, for a migration or an import. */
  isLong?: boolean;
  /** Rows to load, before any writer has to wait, into a temporary table that the work then reads. Such a transaction is always long. */
  staged?: Staged;
}

export interface Staged {
  /** Name of the table whose columns the staged rows have. */
  table: string;
  columns: readonly string[];
  rows: BulkRows | SelectedRows;
}

/** Rows that the engine reads from a file by itself, where it `readsFiles`. */
export interface SelectedRows {
  readonly select: string;
}

/** The rows to load, for an engine that cannot read files. */
export function loadedRows({ rows }: Staged): BulkRows {
  if ("select" in rows) throw new Error("This engine reads no files.");
  return rows;
}

/** Name of the temporary table with the staged rows of a table. */
export const stagedName = (table: string) => `staged_${table}`;

/** Some of the rows of a statement that selects numbers, by column. */
export interface NumberRows {
  readonly count: number;
  readonly columns: readonly ArrayLike<number>[];
}

/** The data as it stood at one moment, read on a connection of its own, so that long reads block nobody. */
export interface Snapshot extends Reader {
  /** Completed share of the running statement, 0 to 1, where the engine knows it. */
  share(): number | undefined;
  /** Runs a statement of any number of rows and returns them in portions. It selects only numbers (double precision, integer, smallint),
   *  none of them null. */
  stream(sql: string, values?: readonly Value[]): AsyncIterable<NumberRows>;
  /** Ends the reading of stored data: all further work must use temporary tables. The embedded engine reads those with only one thread
   *  while the transaction that filled them is open. */
  leaveData(): Promise<void>;
}

/** The keys that were changed up to a position in the order of changes. */
export interface Changes {
  /** Undefined where the changes are no longer known, so any key may have changed. */
  readonly keys: readonly string[] | undefined;
  readonly position: number;
}

export interface Engine extends Reader {
  /** Whether staged rows may be selected from a file on this machine. */
  readonly readsFiles?: boolean;
  /** Like `Reader.query`; aborting the signal stops the statement and throws the signal's reason. */
  query<R extends Row = Row>(sql: string, values?: readonly Value[], signal?: AbortSignal): Promise<R[]>;
  /** Runs work in the only writer transaction, and rolls back when it throws. Writers queue; `since` (ms) is when this one began
   *  to wait. */
  transaction<T>(
    work: (statements: Statements) => Promise<T>,
    options?: TransactionOptions & { since?: number },
  ): Promise<T>;
  /** Runs related reads on one snapshot; aborting the signal stops the running statement and throws the signal's reason. A quick
   *  snapshot, with a few small statements, does not wait for long ones. */
  snapshot<T>(
    work: (snapshot: Snapshot) => Promise<T>,
    signal: AbortSignal,
    options?: { isQuick?: boolean },
  ): Promise<T>;
  /** Calls `heard` soon after any process has changed a table, with the name of the table, or without one where it may be any. The
   *  returned function says whether notifications arrive at present. Absent where no other process writes. */
  listen?(heard: (table?: string) => void): () => boolean;
  /** True during a long read by this process's own processors. Absent where a server reads. */
  isReadingLong?(): Promise<boolean>;
  /** The reason why writes, or all requests, are refused at present; found without asking the engine. */
  trouble(): Promise<{ isDown: boolean; message: string } | undefined>;
  /** Waits for running work, then closes. */
  close(): Promise<void>;
}

/** Kinds of changes that a process is notified of: changes of entities and of the data served about them, or changes of keys. */
export type ChangeKind = "entities" | "keys";

export interface Database extends Omit<Engine, "transaction" | "listen"> {
  /** Absent while migrations run; then everything is read from the database. */
  readonly cache?: ReadThroughCache;
  /** The keys that were changed after a position, possibly with duplicates. Absent where `cache` is. */
  changedSince?(position: number): Promise<Changes>;
  /** A number that differs after each change, soon after another process made it; undefined while no notifications arrive, so that
   *  callers have to query instead. Absent where `cache` is. */
  changeNumber?(of: ChangeKind): number | undefined;
  /** Invalidates cached keys whose values were stored outside a transaction. Absent where `cache` is. */
  changed?(keys: readonly string[]): void;
  /** Invalidates the whole cache. Absent where `cache` is. */
  forget?(): void;
  /** Returns a view for all reads of one request: it looks for changes of other processes once, now, and not at each read. */
  upToDate(): Promise<Database>;
  /** Runs work as the only writer, and stores nothing when it throws. Work may run a second time after a rollback, so it must change
   *  nothing but the database. */
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

/** The disk has no room for changes. */
export class DatabaseFull extends DatabaseUnavailable {
  override readonly status = 507;
}

/** Interrupts work once the signal aborts, repeatedly until work ends: an interrupt that arrives before a statement begins is lost. */
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
