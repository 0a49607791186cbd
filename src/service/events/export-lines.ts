// Formats events as lines of text in the database: building ten million objects here would take three times as long.
import type { EventFilter } from "#contract/event-query.ts";
import { printField, type EventField } from "#contract/event-where.ts";
import { isNumeric } from "#service/analysis/totals/numeric-text.ts";
import { type Bind, binding, conditionSql, fieldSql } from "./event-condition.ts";

/** The fields at the start of each line, as in the list of events; requested fields follow. */
export const lineFields = [
  "timestamp",
  "name",
  "source",
  "value",
  "userID",
  "customIDs",
  "metadata",
] as const;
const texts = { name: "name", source: "source", value: "value", userID: "unit_id" };
const documents = { customIDs: "ids", metadata: "metadata" };

/** Number of lines that the database joins into one text. */
const linesOfText = 512;

export interface LineFormat {
  /** Text before the first line. */
  readonly head: string;
  /** SQL of a line over the columns of the table `event` and `field0`, `field1`, …, the texts of the fields. */
  readonly line: (bind: Bind) => string;
}

/** Concatenates in one call, because each `||` would copy the text before it again. */
const concatenated = (parts: readonly string[]) => `concat(${parts.join(", ")})`;
const documentText = (column: string) => `coalesce(cast(${column} as text), '{}')`;

/** One JSON object per line. `keys` are the names of the fields, in their order. */
export function ndjson(keys: readonly string[]): LineFormat {
  const json = (sql: string) => `cast(to_json(${sql}) as text)`;
  return {
    head: "",
    line: (bind) =>
      concatenated([
        `'{"timestamp":"', cast(time as text), '"'`,
        ...Object.entries(texts).map(([key, column]) => `',"${key}":', ${json(column)}`),
        ...Object.entries(documents).map(([key, column]) => `',"${key}":', ${documentText(column)}`),
        ...keys.map(
          (key, index) =>
            `${bind(`,${JSON.stringify(key)}:`)}::text, coalesce(${json(`field${index}`)}, 'null')`,
        ),
        "'}'",
      ]),
  };
}

/** True for a text that a spreadsheet would run as a formula; numbers are excluded. */
const isFormula = (sql: string) =>
  `(left(ltrim(${sql}), 1) in ('=', '+', '-', '@', '|', '＝', '＋', '－', '＠', chr(9), chr(10), chr(13)) and not ${isNumeric(sql)})`;

const quoted = (sql: string) => concatenated([`'"'`, `replace(${sql}, '"', '""')`, `'"'`]);

// Choice: text in an exported CSV file that a spreadsheet would run as a formula gets an apostrophe in front.
/** CSV by RFC 4180, with line feeds. */
export function csv(keys: readonly string[]): LineFormat {
  const cell = (sql: string) =>
    `case when ${isFormula(sql)} then ${quoted(`'''' || ${sql}`)} else ${quoted(sql)} end`;
  const names = [...lineFields, ...keys].map((name) => `"${name.replaceAll('"', '""')}"`);
  return {
    head: `${names.join(",")}\n`,
    line: () =>
      concatenated([
        "cast(time as text)",
        ...[
          ...Object.values(texts).map(cell),
          ...Object.values(documents).map((column) => quoted(documentText(column))),
          ...keys.map((_, index) => `case when field${index} is not null then ${cell(`field${index}`)} end`),
        ].flatMap((sql) => ["','", sql]),
      ]),
  };
}

/** Returns the requested fields without duplicates and without those that every line has, and their names as `keys`. */
export function exportedFields(fields: readonly EventField[]) {
  const all = new Map(fields.map((field) => [printField(field), field]));
  for (const column of lineFields) all.delete(column);
  return { keys: [...all.keys()], fields: [...all.values()] };
}

interface Stretch {
  readonly filter: EventFilter;
  readonly fields: readonly EventField[];
  readonly format: LineFormat;
  /** Range of sequence numbers: the first one, and the one after the last. */
  readonly from: number;
  readonly until: number;
}

/** Returns a statement whose rows have the text and the number of several lines each, in the order of storing. */
export function linesSql({ filter, fields, format, from, until }: Stretch) {
  const { values, bind } = binding();
  // The range is written as literals: the embedded engine then skips parts of the log outside it, but with parameters it would
  // check each sequence number.
  const found = `select *, ${["seq as number", ...fields.map((field, index) => `${fieldSql(field, bind)} as field${index}`)].join(", ")}
    from event where ${conditionSql(filter, bind)} and seq >= ${from} and seq < ${until}`;
  const sql = `select string_agg(line, chr(10) order by number) as lines, count(*) as events
    from (select number, ${format.line(bind)} as line from (${found}) as found) as written
    group by number / ${linesOfText} order by number / ${linesOfText}`;
  return { values, sql };
}
