// The few things that engines write each of them another way; everything else of a statement is the same text for all.
import type { StagingPlace } from "#service/warehouse/staging-place.ts";
import type { TimeType } from "./source-tables.ts";

export interface Dialect {
  /** The type of a number with 53 bits. */
  readonly double: string;
  /** How tables are kept in the staging schema. */
  readonly staged: StagedDialect;
  /** A text in quotation marks, whatever is in it. */
  literal(text: string): string;
  /** The name of a column in quotation marks. */
  column(name: string): string;
  /** Anything as a text, in order of its characters' codes. */
  text(sql: string): string;
  /** ms since the epoch of a column. */
  milliseconds(sql: string, type: TimeType): string;
  /** A moment as the column tells it, so that the engine need not read what is before or after it. Of days the first that begins then or later. */
  moment(ms: number, type: TimeType): string;
  /** The text at a key of an object in JSON. */
  field(sql: string, key: string): string;
  /** True where a whole text matches `number`. */
  isNumber(text: string): string;
  /** Constants are written as VALUES, where an engine makes each SELECT of a union a stage of its own, of which it runs few. */
  readonly hasValues?: true;
  /** OFFSET stands before LIMIT; elsewhere it must follow, or may. */
  readonly isOffsetFirst?: true;
}

export interface StagedDialect {
  /** Of columns; that of a text takes one of any length. */
  readonly types: Readonly<Record<"text" | "bigint" | "double", string>>;
  /** True where rows of a table can be removed. */
  readonly deletes: boolean;
  /** Between `create` and `table`. */
  readonly kind?: string;
  /** The name of a catalog, database or schema, exactly as the engine keeps it. */
  name(name: string): string;
  /** Rows of the names of the tables in a schema, as `table_name` or `tablename`. */
  tables(names: readonly string[]): string;
  /** Stands behind the columns of a new table, as where its files are, and after how many days the engine drops it by itself. */
  options?(table: string, days: number, place: StagingPlace): string;
  /** Of a table whose days are partitions, rows as those of `countsSql` in source-changes.ts, by its files; refused where the engine knows no
   *  files of the table. No column but the partition is read. */
  files?(table: string, partition: string, where: string): string;
}

/** Texts that stand for a number, as in the log of the service. */
export const number = "^ *[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,2})? *";

/** The number that a text stands for, null where it stands for none; none is so long that a sum of squares overflows. */
export const numberOf = (dialect: Dialect, text: string) =>
  `case when length(${text}) <= 50 and ${dialect.isNumber(text)} then cast(${text} as ${dialect.double}) end`;

/** Rows of constants, at least one, to join with. */
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

/** The end of a SELECT that answers some of its rows. */
export function limitSql({ isOffsetFirst }: Dialect, rows: number, offset: number): string {
  if (offset === 0) return `limit ${rows}`;
  return isOffsetFirst ? `offset ${offset} limit ${rows}` : `limit ${rows} offset ${offset}`;
}
