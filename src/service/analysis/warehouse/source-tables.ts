// Describes the warehouse tables that an experiment is measured from, and their relevant columns. Plain data, filled
// from stored sources and used to write statements.

/**
 * The type of a time column; engines write literals of each differently. A `day` is a UTC day, and exposures on it
 * count from its midnight.
 */
export type TimeType = "timestamp" | "timestamp with time zone" | "day";

interface SourceTable {
  /** Name of the source, used in messages and in the names of staged tables. */
  readonly name: string;
  /** One SELECT that was verified to be read-only; for a table `select * from <table>`. */
  readonly sql: string;
  /** The column with the id of the experiment's unit. */
  readonly unitColumn: string;
  readonly timeColumn: string;
  readonly timeType: TimeType;
  /** Daily partition column, as `date` or as text `2026-11-01`, so that other days are not read. */
  readonly partitionColumn?: { readonly name: string; readonly type: "date" | "text" } | undefined;
  /** Set if the source is a plain table; the engine may then know when its files were written. */
  readonly tableName?: string | undefined;
}

/** Exposures: one row per exposure of a unit to a group. */
export interface AssignmentTable extends SourceTable {
  readonly experimentColumn: string;
  /** The experiment's name in the experiment column. */
  readonly experimentKey: string;
  readonly groupColumn: string;
  /** The experiment's group ids by column value; other values denote unknown groups. */
  readonly groups: Readonly<Record<string, string>>;
  /** Columns by user dimension key. */
  readonly dimensionColumns: Readonly<Record<string, string>>;
  /** Only rows that meet all filters count. Values are compared as text. */
  readonly filters: readonly { readonly column: string; readonly values: readonly string[] }[];
  /** Tables of the user dimensions that have no column here. */
  readonly properties?: readonly PropertyTable[] | undefined;
}

/** Properties of units: one row per unit, or one row for each time from which a value is valid. */
export interface PropertyTable {
  readonly name: string;
  readonly sql: string;
  readonly unitColumn: string;
  /** When a row becomes valid; without it a row is always valid. */
  readonly time?: { readonly column: string; readonly type: TimeType } | undefined;
  /** Columns by user dimension key. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Events of units, one row per event. */
export interface MetricTable extends SourceTable {
  /** Column with the name of the event; null if every row is the event that `name` gives. */
  readonly eventColumn: string | null;
  /** Column with the number of the event; null if there is none. */
  readonly valueColumn: string | null;
  /** A text counts if it represents a number; a numeric column need not be parsed. Text if unknown. */
  readonly valueType?: "number" | "text" | undefined;
  /** Columns by metadata key. */
  readonly fieldColumns: Readonly<Record<string, string>>;
  /** JSON column that holds the other metadata keys; null if there is none. */
  readonly fieldsColumn: string | null;
}

/** Everything that one experiment is measured from. */
export interface WarehouseSources {
  readonly assignment: AssignmentTable;
  /** Returns the table that contains an event, by the name of the event (event-source.ts). */
  readonly tableOfEvent: (eventName: string) => MetricTable | undefined;
}
