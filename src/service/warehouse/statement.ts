// Types of a statement at a warehouse, for any engine: submitted, polled, read page by page, or cancelled.

export type WarehouseValue = string | number | boolean | null;

export interface Statement {
  /** SQL in which `$1` stands for the first value; clients convert placeholders to the engine's notation. */
  readonly text: string;
  readonly values: readonly WarehouseValue[];
  /**
   * Tells the admin of the warehouse what the statement belongs to, such as `assay checkout_test load 17`; sent in a
   * field of the protocol, never in the text.
   */
  readonly tag: string;
  /** Chosen before submission, so that a statement left behind by a crash can be found at engines that support it; generated if absent. */
  readonly mark?: string | undefined;
  /** Maximum number of bytes that it may read; sent to engines that support such a limit. */
  readonly byteLimit?: number | undefined;
  /** ms since the epoch; the engine is told, and the statement is cancelled then. */
  readonly deadline: number;
  /** Set only for statements that stage rows in the service's own schema; others run read-only if the engine supports it. */
  readonly mayWrite?: true;
  /** Set if a user waits at the console: the statement then runs on the interactive compute, if one is configured. */
  readonly isInteractive?: true;
  /** Set to bypass the engine's cache, for example when permissions are tested. */
  readonly isFresh?: true;
}

/** How values are returned: numbers as numbers, times as ISO texts in UTC, JSON and everything else as text. */
export type ColumnType = "text" | "number" | "boolean" | "time" | "json";
export interface WarehouseColumn {
  /** In lower case, since engines differ in the case of unquoted names. */
  readonly name: string;
  readonly type: ColumnType;
  /** The engine's own name of the type. */
  readonly engineType: string;
}
export type WarehouseRow = Readonly<Record<string, WarehouseValue>>;

export interface Progress {
  readonly isFinished: boolean;
  /** Bytes read so far; null if the engine does not say. */
  readonly bytes: number | null;
  /** True if the engine answered from its own cache. */
  readonly isCached: boolean;
}

export interface Page {
  readonly columns: readonly WarehouseColumn[];
  readonly rows: readonly WarehouseRow[];
  /** Token of the following page. */
  readonly next?: string | undefined;
}

export interface Estimate {
  readonly bytes: number;
}

/** The four steps of a statement. The client stores nothing but the id, so a statement can be cancelled by its id after a restart. */
export interface WarehouseClient {
  /** An engine that accepts ids of ours calls `chosen` with the id before it submits the statement. */
  submit(
    statement: Statement,
    signal?: AbortSignal,
    chosen?: (id: string) => Promise<void>,
  ): Promise<{ readonly id: string }>;
  /** May wait briefly at the engine (long polling); throws a WarehouseError if the statement failed. */
  poll(id: string, signal?: AbortSignal): Promise<Progress>;
  page(id: string, page?: string, signal?: AbortSignal): Promise<Page>;
  /** Does not fail if the statement has already ended. */
  cancel(id: string): Promise<void>;
  /** Stops the statement with the mark, if it still runs; returns false if the engine lists none. Absent if the engine cannot find statements by mark. */
  cancelMarked?(mark: string): Promise<boolean>;
  /** Returns the bytes that the statement would read, without running it; undefined if the engine does not say. */
  estimate?(statement: Statement, signal?: AbortSignal): Promise<Estimate | undefined>;
  close(): Promise<void>;
}

export interface StatementResult {
  readonly columns: readonly WarehouseColumn[];
  readonly rows: readonly WarehouseRow[];
  readonly bytes: number | null;
  readonly ms: number;
  /** The engine's id, by which its admin finds the statement. */
  readonly id: string;
  readonly cached: boolean;
}

export interface Watch {
  signal?: AbortSignal | undefined;
  /** Called with the engine's own id before the first poll, so that the statement can be cancelled after a crash. */
  submitted?: ((id: string) => Promise<void> | void) | undefined;
}

/** A failed statement or sign-in, with the engine's message. */
export class WarehouseError extends Error {
  /** Code of the vendor, such as `390144`, or of the network, such as `ECONNREFUSED`. */
  readonly code: string;
  readonly status: number | undefined;
  /** Character position of the error in the text, from 1. */
  readonly position: number | undefined;
  /** True if the engine was overloaded: the same statement may succeed a moment later. */
  readonly isBusy: boolean;
  /** True if no answer arrived: the request may have been carried out anyway. */
  readonly isUnanswered: boolean;

  constructor(
    message: string,
    code: string,
    details: { status?: number; position?: number; isBusy?: boolean; isUnanswered?: boolean } = {},
  ) {
    super(message);
    this.code = code;
    this.status = details.status;
    this.position = details.position;
    this.isBusy = details.isBusy ?? false;
    this.isUnanswered = details.isUnanswered ?? false;
  }
}

/** Error codes of the service itself. */
export const deadlinePassed = "DEADLINE";
export const cancelled = "CANCELLED";
export const bytesPassed = "BYTE_LIMIT";
