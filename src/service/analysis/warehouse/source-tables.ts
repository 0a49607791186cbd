// The tables of a warehouse from which an experiment is measured, with the columns that count. Plain data: whoever stores sources
// fills it in, whoever writes statements reads it.

/** How a column tells the time; engines write each of them another way. A `day` is one in UTC: exposures of it count from its midnight. */
export type TimeType = "timestamp" | "timestamp with time zone" | "day";

interface SourceTable {
  /** Name of the source, for messages and for the names of staged tables. */
  readonly name: string;
  /** One SELECT that was found to read only; of a table `select * from <table>`. */
  readonly sql: string;
  /** Holds the id of the experiment's unit. */
  readonly unitColumn: string;
  readonly timeColumn: string;
  readonly timeType: TimeType;
  /** A partition of the table by day, as `date` or as text `2026-11-01`, so that other days are not read. */
  readonly partitionColumn?: { readonly name: string; readonly type: "date" | "text" } | undefined;
  /** The table that is read as it is, of which an engine may know when its files were written. */
  readonly tableName?: string | undefined;
}

/** Who was seen in which group, a row an exposure. */
export interface AssignmentTable extends SourceTable {
  readonly experimentColumn: string;
  /** The experiment's name in that column. */
  readonly experimentKey: string;
  readonly groupColumn: string;
  /** Group id of the experiment by the value in the column; a value that is not here names an unknown group. */
  readonly groups: Readonly<Record<string, string>>;
  /** Columns by the key of a user dimension. */
  readonly dimensionColumns: Readonly<Record<string, string>>;
  /** Rows that count; empty for all. Values are compared as text. */
  readonly filters: readonly { readonly column: string; readonly values: readonly string[] }[];
  /** Where the user dimensions are read that have no column here. */
  readonly properties?: readonly PropertyTable[] | undefined;
}

/** Properties of units, a row a unit, or a row for each time since when it is something else. */
export interface PropertyTable {
  readonly name: string;
  readonly sql: string;
  readonly unitColumn: string;
  /** Since when a row holds; without it a row holds at all times. */
  readonly time?: { readonly column: string; readonly type: TimeType } | undefined;
  /** Columns by the key of a user dimension. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Events of units, a row each. */
export interface MetricTable extends SourceTable {
  /** Holds the name of the event; null where every row is the event that `name` says. */
  readonly eventColumn: string | null;
  /** Holds the number of the event; null where it has none. */
  readonly valueColumn: string | null;
  /** Texts count where they stand for a number; a column of numbers need not be read as text. Text where nothing is known. */
  readonly valueType?: "number" | "text" | undefined;
  /** Columns by metadata key. */
  readonly fieldColumns: Readonly<Record<string, string>>;
  /** A column of JSON in which the other metadata keys are looked up; null for none. */
  readonly fieldsColumn: string | null;
}

/** Everything that one experiment is measured from. */
export interface WarehouseSources {
  readonly assignment: AssignmentTable;
  /** The table in which an event's rows stand, by the name of the event (event-source.ts). */
  readonly tableOfEvent: (eventName: string) => MetricTable | undefined;
}
