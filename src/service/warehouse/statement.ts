// One statement at a warehouse, whichever engine it is: submitted, polled, read page by page, or cancelled.

export type WarehouseValue = string | number | boolean | null;

export interface Statement {
  /** `$1` stands for the first of the values, whatever the engine writes instead. */
  readonly text: string;
  readonly values: readonly WarehouseValue[];
  /** Tells the admin of the warehouse who asks, such as `assay checkout_test load 17`; in a field of the protocol, never in the text. */
  readonly tag: string;
  /** Known before it is submitted, so that an engine that can be asked for it finds what a killed process left; one is made up where none is given. */
  readonly mark?: string | undefined;
  /** Bytes that it may read at most; sent to engines that know such a limit. */
  readonly byteLimit?: number | undefined;
  /** ms since the epoch; the engine is told, and it is cancelled then. */
  readonly deadline: number;
  /** Only statements that stage rows in a schema of our own; the others run read-only where the engine knows that. */
  readonly mayWrite?: true;
  /** Somebody waits for it at the console: it runs on the compute for that, where one is set. */
  readonly isInteractive?: true;
  /** Not from the engine's own cache, such as of a test of rights. */
  readonly isFresh?: true;
}

/** How values are given back: numbers as numbers, times as ISO texts in UTC, JSON and all else as text. */
export type ColumnType = "text" | "number" | "boolean" | "time" | "json";
export interface WarehouseColumn {
  /** In lower case: engines differ in how they spell names without quotation marks. */
  readonly name: string;
  readonly type: ColumnType;
  /** As the engine says it. */
  readonly engineType: string;
}
export type WarehouseRow = Readonly<Record<string, WarehouseValue>>;

export interface Progress {
  readonly isFinished: boolean;
  /** Read so far, null where the engine does not say. */
  readonly bytes: number | null;
  /** True where the engine answered from its own cache. */
  readonly isCached: boolean;
}

export interface Page {
  readonly columns: readonly WarehouseColumn[];
  readonly rows: readonly WarehouseRow[];
  /** Of the page after this one. */
  readonly next?: string | undefined;
}

export interface Estimate {
  readonly bytes: number;
}

/** The four steps of a statement. Nothing is kept of it but its id, so whoever stored the id can cancel it after a restart. */
export interface WarehouseClient {
  /** An engine that takes ids of ours tells `chosen` the one under which it will be submitted, before it is. */
  submit(
    statement: Statement,
    signal?: AbortSignal,
    chosen?: (id: string) => Promise<void>,
  ): Promise<{ readonly id: string }>;
  /** Waits a moment at the engine where that can; throws a WarehouseError where the statement failed. */
  poll(id: string, signal?: AbortSignal): Promise<Progress>;
  page(id: string, page?: string, signal?: AbortSignal): Promise<Page>;
  /** No error where it has ended. */
  cancel(id: string): Promise<void>;
  /** Stops what was submitted with that mark, if anything was; only where the engine can be asked for it. */
  cancelMarked?(mark: string): Promise<void>;
  /** The bytes that it would read, asked without running it; nothing where the engine does not say. */
  estimate?(statement: Statement, signal?: AbortSignal): Promise<Estimate | undefined>;
  close(): Promise<void>;
}

export interface StatementResult {
  readonly columns: readonly WarehouseColumn[];
  readonly rows: readonly WarehouseRow[];
  readonly bytes: number | null;
  readonly ms: number;
  /** Of the engine, by which its admin finds the statement. */
  readonly id: string;
  readonly cached: boolean;
}

export interface Watch {
  signal?: AbortSignal | undefined;
  /** Called with the engine's own id before the first poll, so that it can be cancelled after a crash. */
  submitted?: ((id: string) => Promise<void> | void) | undefined;
}

/** How a statement or a sign-in failed, in the words of the engine. */
export class WarehouseError extends Error {
  /** Of the vendor, such as `390144`, or of the network, such as `ECONNREFUSED`. */
  readonly code: string;
  readonly status: number | undefined;
  /** Character of the text, from 1. */
  readonly position: number | undefined;
  /** True where the engine had too much to do: the same statement may go through a moment later. */
  readonly isBusy: boolean;
  /** True where nobody answered: what was asked may have been done all the same. */
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

/** Codes of our own. */
export const deadlinePassed = "DEADLINE";
export const cancelled = "CANCELLED";
export const bytesPassed = "BYTE_LIMIT";
