// The few constructs that each engine writes differently; all other text of a statement is the same for all engines.
import type { StagingPlace } from "#service/warehouse/staging-place.ts";
import type { TimeType } from "./source-tables.ts";

export interface Dialect {
  /** The type of a floating-point number with 53 bits of precision. */
  readonly double: string;
  /** How tables in the staging schema are written. */
  readonly staged: StagedDialect;
  /** Quotes a text literal, whatever characters it contains. */
  literal(text: string): string;
  /** Quotes a column name. */
  column(name: string): string;
  /** Converts any value to text that sorts by character code. */
  text(sql: string): string;
  /** SQL of a time column's value in ms since the epoch. */
  milliseconds(sql: string, type: TimeType): string;
  /**
   * A literal comparable with a time column, so that the engine can skip data outside of a range. For days: the first
   * day that begins then or later.
   */
  moment(ms: number, type: TimeType): string;
  /** SQL of the text at a key of a JSON object. */
  field(sql: string, key: string): string;
  /** SQL that is true if the whole text matches `number`. */
  isNumber(text: string): string;
  /**
   * Set if constants are written as VALUES, for engines that make each SELECT of a union a stage of its own and limit
   * the number of stages.
   */
  readonly hasValues?: true;
  /** Set if OFFSET must precede LIMIT; the other engines accept or require it after LIMIT. */
  readonly isOffsetFirst?: true;
}

export interface StagedDialect {
  /** Column types; `text` has no length limit. */
  readonly types: Readonly<Record<"text" | "bigint" | "double", string>>;
  /** True if rows of a table can be deleted. */
  readonly deletes: boolean;
  /** Keyword between `create` and `table`. */
  readonly kind?: string;
  /** Quotes the name of a catalog, database or schema, in exactly the spelling that the engine stores. */
  name(name: string): string;
  /** Query for the names of the tables in a schema, as `table_name` or `tablename`. */
  tables(names: readonly string[]): string;
  /**
   * Text after the columns of a new table, such as the location of its files, and the number of days after which the
   * engine drops it by itself.
   */
  options?(table: string, days: number, place: StagingPlace): string;
  /**
   * For a table partitioned by day: a query with the columns of `countsSql` in source-changes.ts that only uses
   * metadata of files. Fails if the engine does not know the table's files. Reads no column but the partition.
   */
  files?(table: string, partition: string, where: string): string;
}

/** Pattern of texts that represent a number, as in the service's log. */
export const number = "^ *[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,2})? *";

/** SQL of the number that a text represents, null if it represents none. The length limit keeps sums of squares from overflowing. */
export const numberOf = (dialect: Dialect, text: string) =>
  `case when length(${text}) <= 50 and ${dialect.isNumber(text)} then cast(${text} as ${dialect.double}) end`;

/** SQL of constant rows to join with; needs at least one row. */
export const constants = (
  { hasValues }: Dialect,
  names: readonly string[],
  rows: readonly (readonly (string | number)[])[],
) =>
  hasValues
    ? `select * from (values ${rows.map((row) => `(${row.join(", ")})`).join(", ")}) c (${names.join(", ")})`
    : rows
        .map(
          (row, index) =>
            `select ${row.map((value, place) => (index === 0 ? `${value} as ${names[place]}` : value)).join(", ")}`,
        )
        .join(" union all ");

/** The end of a SELECT that returns only some of its rows. */
export function limitSql({ isOffsetFirst }: Dialect, rows: number, offset: number): string {
  if (offset === 0) return `limit ${rows}`;
  return isOffsetFirst ? `offset ${offset} limit ${rows}` : `limit ${rows} offset ${offset}`;
}
