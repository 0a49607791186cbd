// Stores exposures and events; the demo and the import write the same columns.
import { clampProgress, removeColumns } from "./event-columns.ts";
import { countHoursAgain, hourOfTime } from "./event-hours.ts";
import { uncountParts } from "./event-parts.ts";
import { markCountsCurrent, uncountValues } from "./event-value-hours.ts";
import {
  type BulkRows,
  type Reader,
  type Row,
  type Staged,
  stagedName,
  type Transaction,
  type Value,
} from "./database.ts";

export interface NewEvent {
  name: string;
  /** ms since the epoch. */
  time: number;
  /** The userID; for an imported row, the id of whatever type the import has. */
  unit: string;
  /** JSON of the ids of other unit types, by type; absent where the only id may be of any type. */
  ids?: string;
  value: string;
  source: string;
  /** JSON text of an object. */
  metadata: string;
  /** JSON text of the user's attributes, where any are stored. */
  attributes?: string;
}

export interface NewExposure {
  experiment: string;
  /** Id of the group. */
  group: string;
  unit: string;
  time: number;
  /** JSON text of an object. */
  properties: string;
}

/** SQL of an event's id of a unit type, empty where it has none; `bind` adds the unit type as a parameter where it is needed.
 *  Choice: an event without ids by type counts for experiments of every unit type. */
export const eventUnit = (idType: string | null | undefined, bind: (idType: string) => string) =>
  !idType || idType === "userID"
    ? "unit_id"
    : `case when ids is null then unit_id else coalesce(text_at(ids, ${bind(idType)}), '') end`;

/** The highest sequence number, which orders events of the same time by when they were stored. */
async function lastNumber(transaction: Transaction): Promise<number> {
  const known = transaction.kept?.get("event");
  if (known !== undefined) return known;
  const [row] = await transaction.query<Row & { last: number | null }>("select max(seq) as last from event");
  return row?.last ?? 0;
}

/** Limited in length, so that no sum of squares of such numbers overflows. */
const numeral = /^(?=.{1,50}$)[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,2})?$/;

/** The number a text stands for, if it stands for one.
 *  Choice: a number in the log has decimal digits, with a point and an exponent of up to two digits if needed, in at most 50 characters; spaces around it are ignored. */
export function numberIn(text: string): number | null {
  const given = text.replace(/^ +| +$/g, "");
  return numeral.test(given) ? Number(given) : null;
}

/** Number of stored rows by name. */
type Counts = Map<string, number>;

const count = (counts: Counts, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

/** Raises the counters that show whether a result was computed from the current log. Updating a counter takes the embedded engine much
 *  longer than adding a row, so rows are added here and summed up now and then. */
export const raiseLogCounters = (
  transaction: Transaction,
  kind: "exposure" | "event" | "undone",
  counts: Counts,
) =>
  transaction.load(
    "log_addition",
    ["kind", "name", "logged"],
    [...counts].map(([name, logged]) => [kind, name, logged]),
  );

/** SQL of the unsummed parts of the counters, enough for a query that sums over several counters anyway. */
export const counted = `(
  select kind, name, logged from log_state union all select kind, name, logged from log_addition
) as counted`;

/** SQL of the counters, with the columns `kind`, `name` and `logged`. */
export const counters = `(
  select kind, name, cast(sum(logged) as bigint) as logged from ${counted} group by kind, name
) as counters`;

/** Sums the added rows into the counters. */
export async function sumCounters(transaction: Transaction) {
  await transaction.query(
    `insert into log_state (kind, name, logged) select kind, name, sum(logged) from log_addition group by kind, name
     on conflict (kind, name) do update set logged = log_state.logged + excluded.logged`,
  );
  await transaction.query("delete from log_addition");
}

/** The counters of an experiment's exposures and of the events, as one text. */
export async function logFingerprint(
  reader: Reader,
  experimentID: string,
  events: readonly string[],
): Promise<string> {
  const rows = await reader.query<{ kind: string; name: string; logged: number }>(
    `select kind, name, logged from ${counters}
     where (kind = 'exposure' and name = $1) or (kind = 'event' and name = any($2)) or kind = 'undone'
     order by kind, name`,
    [experimentID, events],
  );
  return JSON.stringify(rows.map(({ kind, name, logged }) => [kind, name, logged]));
}

type Many<Item> = Iterable<Item> | AsyncIterable<Item>;

/** Returns a row for every item; a list stays a list and a stream stays a stream. */
function rowsOf<Item>(items: Many<Item>, row: (item: Item) => Value[]): BulkRows {
  return Symbol.iterator in items ? rowsOfList(items, row) : rowsOfStream(items, row);
}

function* rowsOfList<Item>(items: Iterable<Item>, row: (item: Item) => Value[]) {
  for (const item of items) yield row(item);
}

async function* rowsOfStream<Item>(items: AsyncIterable<Item>, row: (item: Item) => Value[]) {
  for await (const item of items) yield row(item);
}

const eventColumns = [
  "name",
  "time",
  "unit_id",
  "ids",
  "value",
  "value_number",
  "source",
  "metadata",
  "seq",
  "attributes",
];

function eventRows(events: Many<NewEvent>, counts: Counts, firstNumber: number): BulkRows {
  let number = firstNumber;
  return rowsOf(events, ({ name, time, unit, ids = null, value, source, metadata, attributes = null }) => {
    count(counts, name);
    return [name, time, unit, ids, value, numberIn(value), source, metadata, number++, attributes];
  });
}

export async function loadEvents(transaction: Transaction, events: Many<NewEvent>): Promise<number> {
  const counts: Counts = new Map();
  const last = await lastNumber(transaction);
  const rows = eventRows(events, counts, last + 1);
  const stored = await transaction.load("event", eventColumns, rows);
  transaction.kept?.set("event", last + stored);
  await raiseLogCounters(transaction, "event", counts);
  return stored;
}

const exposureColumns = ["experiment_id", "group_id", "unit_id", "time", "properties"];

const exposureRows = (exposures: Many<NewExposure>, counts: Counts): BulkRows =>
  rowsOf(exposures, ({ experiment, group, unit, time, properties }) => {
    count(counts, experiment);
    return [experiment, group, unit, time, properties];
  });

export async function loadExposures(transaction: Transaction, exposures: Many<NewExposure>): Promise<number> {
  const counts: Counts = new Map();
  const rows = exposureRows(exposures, counts);
  const stored = await transaction.load("exposure", exposureColumns, rows);
  await raiseLogCounters(transaction, "exposure", counts);
  return stored;
}

/** Rows of a log that are loaded into a temporary table first; `storeStaged` copies them into the log. */
export interface StagedLog extends Staged {
  table: "event" | "exposure";
  counts: Counts;
}

/** Events that the engine reads through a query with the columns of the log, numbered from 0. `counts` has their number by name. */
export const eventsSelected = (select: string, counts: Counts): StagedLog => ({
  table: "event",
  columns: eventColumns.filter((column) => column !== "attributes"),
  rows: { select },
  counts,
});

export function stagedEvents(events: AsyncIterable<NewEvent>): StagedLog {
  const counts: Counts = new Map();
  return { table: "event", columns: eventColumns, rows: eventRows(events, counts, 0), counts };
}

export function stagedExposures(exposures: AsyncIterable<NewExposure>): StagedLog {
  const counts: Counts = new Map();
  return { table: "exposure", columns: exposureColumns, rows: exposureRows(exposures, counts), counts };
}

/** Copies the staged rows of a transaction into the log, and labels them with the number of their import. */
export async function storeStaged(
  transaction: Transaction,
  { table, columns, counts }: StagedLog,
  importNumber: number,
) {
  const isNumbered = table === "event";
  const values = columns.map((column) => (column === "seq" ? "seq + $1" : column));
  await transaction.query(
    `insert into ${table} (${columns.join(", ")}, import_number)
     select ${values.join(", ")}, ${importNumber} from ${stagedName(table)}`,
    isNumbered ? [(await lastNumber(transaction)) + 1] : [],
  );
  if (isNumbered) transaction.kept?.delete("event");
  await raiseLogCounters(transaction, table, counts);
}

/** Deletes the events that meet a condition, and takes them out of all counts. The condition is evaluated only once, because it may have
 *  to read every event while those who log have to wait. */
async function removeEvents(transaction: Transaction, condition: string, values: readonly Value[]) {
  await transaction.query(
    `create temp table removed_event as select seq, name, ${hourOfTime} as hour from event where ${condition}`,
    values,
  );
  // PostgreSQL plans badly on a table that it has not analyzed.
  if (transaction.engine === "postgres") await transaction.query("analyze removed_event");
  const counts = await transaction.query<Count>(
    "select name, count(*) as count from removed_event group by name",
  );
  if (counts.length > 0) {
    const isRemoved = "seq in (select seq from removed_event)";
    await uncountParts(transaction, isRemoved);
    await uncountValues(transaction, isRemoved);
    await removeColumns(transaction, isRemoved);
    await transaction.query(`delete from event where ${isRemoved}`);
    await clampProgress(transaction);
    await countHoursAgain(transaction, "removed_event");
  }
  await transaction.query("drop table removed_event");
  return counts;
}

type Count = { name: string; count: number };

async function removeExposures(transaction: Transaction, condition: string, values: readonly Value[]) {
  const counts = await transaction.query<Count>(
    `select experiment_id as name, count(*) as count from exposure where ${condition} group by experiment_id`,
    values,
  );
  if (counts.length > 0) await transaction.query(`delete from exposure where ${condition}`, values);
  return counts;
}

/** Deletes the rows that meet a condition and returns their number. The "undone" counter rises too, so that other rows in the same number
 *  do not look like the deleted ones. */
export async function removeFromLog(
  transaction: Transaction,
  table: "event" | "exposure",
  condition: string,
  values: readonly Value[],
): Promise<number> {
  const counts = await (table === "event" ? removeEvents : removeExposures)(transaction, condition, values);
  if (counts.length === 0) return 0;
  await raiseLogCounters(
    transaction,
    table,
    new Map(counts.map(({ name, count: removed }) => [name, -removed])),
  );
  await raiseLogCounters(transaction, "undone", new Map([["", 1]]));
  await markCountsCurrent(transaction);
  await sumCounters(transaction);
  await transaction.query("delete from log_state where kind = $1 and logged <= 0", [table]);
  return counts.reduce((sum, { count: removed }) => sum + removed, 0);
}

/** Deletes the rows of an import and returns their number. */
export const removeImport = (transaction: Transaction, table: "event" | "exposure", importNumber: number) =>
  removeFromLog(transaction, table, "import_number = $1", [importNumber]);
