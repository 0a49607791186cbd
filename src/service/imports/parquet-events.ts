// Imports events from a Parquet file with one SQL statement of the embedded engine, many times faster than row by row. The result
// equals that of `eventOf`. Files with invalid rows or other column types are left to `eventOf`, which reports the problems.
import { DuckDBInstance } from "@duckdb/node-api";
import { eventsSelected } from "#service/database/logs.ts";
import type { EventsCommand } from "./log-command.ts";
import { columnsUsed } from "./log-rows.ts";

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
const textIn = (column: string) => `coalesce(cast(${identifier(column)} as varchar), '')`;

/** SQL text of all characters that JavaScript treats as white space. */
const spaces = [9, 10, 11, 12, 13, 32, 160, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]
  .concat(Array.from({ length: 11 }, (_, index) => 0x2000 + index))
  .map((code) => `chr(${code})`)
  .join(" || ");

/**
 * SQL of a text without the white space around it. Nearly all ids begin and end with a visible ASCII character, and testing for
 * that takes a fraction of the time of `trim`, which reads its list of characters anew for each row.
 */
const trimmed = (sql: string) =>
  `case when ascii(${sql}) between 33 and 126 and ascii(right(${sql}, 1)) between 33 and 126 then ${sql}
    else trim(${sql}, ${spaces}) end`;

/** SQL that builds JSON of the non-empty columns. */
const filled = (columns: readonly (readonly [name: string, column: string])[]) =>
  `'{' || concat_ws(',', ${[
    ...columns.map(
      ([name, column]) =>
        `case when ${textIn(column)} <> '' then ${text(`${JSON.stringify(name)}:`)} || cast(to_json(${textIn(column)}) as varchar) end`,
    ),
    "null",
  ].join(", ")}) || '}'`;

/** Returns SQL that converts a column to ms, depending on its type; undefined if it contains text that must be parsed. */
function timeIn(column: string, type: string | undefined): string | undefined {
  const name = identifier(column);
  if (type === "TIMESTAMP WITH TIME ZONE") return `case when isfinite(${name}) then epoch_ms(${name}) end`;
  if (type === "DATE" || type?.startsWith("TIMESTAMP"))
    return `case when isfinite(cast(${name} as timestamp)) then epoch_ms(cast(${name} as timestamp)) end`;
  // As in `parseTime`: seconds, or milliseconds if the number is large (from 1973).
  if (type === "BIGINT" || type === "INTEGER")
    return `case when ${name} >= 100000000000 then ${name} else cast(${name} as hugeint) * 1000 end`;
  return undefined;
}

const numeral = "[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,2})?";
/** End of the year 9999, the last year that a textual time can have. */
const afterAll = Date.UTC(10_000, 0);
/** Names that JavaScript objects move to the front or drop; with such fields or id types, a file is imported row by row. */
const moved = /^\d+$|^__proto__$/;

/** Returns SQL of the file's rows as columns of the log, without the import number; undefined if SQL cannot convert them. */
function rowsOf(command: EventsCommand, types: ReadonlyMap<string, string>): string | undefined {
  const { file, name, unit, time, ids, valueColumn, metadataColumns } = command;
  const named = columnsUsed(command);
  const names = [...metadataColumns, ...(ids?.keys() ?? [])];
  const at = "at" in time ? String(time.at) : timeIn(time.column, types.get(time.column));
  const isPlain =
    at !== undefined && named.every((column) => types.has(column)) && !names.some((one) => moved.test(one));
  if (!isPlain || command.where.length > 0 || types.has("file_row_number")) return undefined;
  const value = valueColumn === undefined ? "''" : textIn(valueColumn);
  const unfit = named
    .map((column) => textIn(column))
    .flatMap((one) => [`contains(${one}, chr(0))`, `contains(${one}, chr(65533))`]);
  return `select ${"always" in name ? text(name.always) : textIn(name.column)} as name,
      ${at} as time,
      ${"column" in unit ? trimmed(textIn(unit.column)) : `${text(unit.rowPrefix)} || (file_row_number + 1)`} as unit_id,
      ${ids ? filled([...ids]) : "null"} as ids,
      ${value} as value,
      case when length(trim(${value})) <= 50 and regexp_full_match(trim(${value}), '${numeral}')
        then cast(trim(${value}) as double) end as value_number,
      'import' as source,
      ${filled(metadataColumns.map((column) => [column, column]))} as metadata,
      file_row_number as seq,
      ${unfit.length ? unfit.join(" or ") : "false"} as is_unfit
    from read_parquet(${text(file)}, file_row_number = true)`;
}

/** Returns SQL of the rows to stage, and their number; undefined if the file has to be read row by row. */
export async function parquetEvents(command: EventsCommand, signal: AbortSignal | undefined) {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const interrupt = () => connection.interrupt();
  signal?.addEventListener("abort", interrupt);
  try {
    const described = await connection.runAndReadAll(
      `select column_name, column_type from (describe from read_parquet(${text(command.file)}))`,
    );
    const types = new Map(described.getRows().map(([name, type]) => [String(name), String(type)]));
    const rows = rowsOf(command, types);
    if (rows === undefined) return undefined;
    const counted = await connection.runAndReadAll(
      `select name, count(*), bool_or(is_unfit or name = '' or time is null or time < 0 or time >= ${afterAll})
       from (${rows}) as rows group by name`,
    );
    const counts = new Map<string, number>();
    for (const [name, count, isUnfit] of counted.getRows()) {
      if (isUnfit !== false) return undefined;
      counts.set(String(name), Number(count));
    }
    return eventsSelected(rows, counts);
  } catch {
    signal?.throwIfAborted();
    // Problems are reported by the row-by-row import.
    return undefined;
  } finally {
    signal?.removeEventListener("abort", interrupt);
    connection.closeSync();
    instance.closeSync();
  }
}
