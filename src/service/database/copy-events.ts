// Copies events of PostgreSQL, without their documents, into the column table of an embedded database.
import { existsSync } from "node:fs";
import { appendFile, rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { type Database, type Reader, stagedName, type Transaction } from "./database.ts";
import { fieldsAmong, filledColumns, placesOf, setFilled } from "./event-columns.ts";
import { quotedText } from "./text-literals.ts";

/** Events that PostgreSQL reads in one statement. */
const atOnce = 20_000;

const types = new Map([
  ["seq", "bigint"],
  ["time", "bigint"],
  ["chance", "integer"],
  ["value_number", "double"],
]);

/** Appends events to a file, a line of JSON each, and returns their columns in the copy. */
async function readLines(copy: Database, reader: Reader, condition: string, file: string) {
  const names = await fieldsAmong(reader, condition);
  const places = await copy.transaction((transaction) => placesOf(transaction, names));
  const { columns, select } = filledColumns(reader.engine, places, condition);
  const [found] = await reader.query<{ lines: string | null }>(
    `select string_agg(cast(json_strip_nulls(row_to_json(told)) as text), chr(10)) as lines from (${select}) as told`,
  );
  if (found?.lines) await appendFile(file, `${found.lines}\n`);
  return columns;
}

/** SQL of the events of a file in the embedded engine, sorted by time like a run of its own log. */
function linesSql(file: string, columns: readonly string[]) {
  const typed = columns.map((column) => `'${column}': '${types.get(column) ?? "varchar"}'`);
  // Each engine computes the number by which it finds a unit in its own way.
  const values = columns.map((column) => (column === "chance" ? "unit_chance(unit_id) as chance" : column));
  return `select ${values.join(", ")} from read_json(${quotedText(file)}, format = 'newline_delimited',
    columns = {${typed.join(", ")}}) order by time`;
}

interface CopyOptions {
  /** The number of the last event that the copy has, and that of the last one to copy. */
  after: number;
  until: number;
  /** A file for the events on their way. */
  file: string;
  /** Pause between statements, as a multiple of their duration. */
  rest: number;
  stop: AbortSignal | undefined;
  /** Whether the events that were read may be stored; asked once all are read. */
  isValid: () => Promise<boolean>;
}

/** Copies events; returns whether they are stored. */
export async function copyEvents(
  copy: Database,
  reader: Reader,
  { after, until, file, rest, stop, isValid }: CopyOptions,
): Promise<boolean> {
  const found = new Set<string>();
  await rm(file, { force: true });
  for (let from = after; from < until; from += atOnce) {
    const started = performance.now();
    const condition = `seq > ${from} and seq <= ${Math.min(until, from + atOnce)}`;
    for (const column of await readLines(copy, reader, condition, file)) found.add(column);
    if (rest && from + atOnce < until)
      await wait((performance.now() - started) * rest, undefined, stop && { signal: stop });
  }
  if (!(await isValid())) return false;
  const columns = [...found];
  const list = columns.join(", ");
  const table = "event_column";
  // The numbers of deleted events may have no events.
  const staged = existsSync(file) ? { table, columns, rows: { select: linesSql(file, columns) } } : undefined;
  const store = async (transaction: Transaction) => {
    if (staged)
      await transaction.query(`insert into ${table} (${list}) select ${list} from ${stagedName(table)}`);
    await setFilled(transaction, until);
  };
  await copy.transaction(store, { isLong: true, ...(staged && { staged }) });
  await rm(file, { force: true });
  return true;
}

/** Deletes all events of a copy. */
export const emptyCopy = (copy: Database) =>
  copy.transaction(
    async (transaction) => {
      await transaction.query("delete from event_column");
      await setFilled(transaction, 0);
    },
    { isLong: true },
  );
