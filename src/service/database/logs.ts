// Storing exposures and events: the demo and the import write the same columns.
import type { BulkRows, Reader, Row, Transaction, Value } from "./database.ts";

export interface NewEvent {
  name: string;
  /** ms since the epoch. */
  time: number;
  unit: string;
  value: string;
  source: string;
  /** JSON of an object. */
  metadata: string;
}

export interface NewExposure {
  experiment: string;
  /** Id of the group. */
  group: string;
  unit: string;
  time: number;
  /** JSON of an object. */
  properties: string;
}

/** The next sequence number: it orders events of the same time as they were stored. */
const nextNumber = async (reader: Reader): Promise<number> => {
  const [row] = await reader.query<Row & { last: number | null }>("select max(seq) as last from event");
  return (row?.last ?? 0) + 1;
};

/** So short that no sum of squares of such numbers overflows. */
const numeral = /^(?=.{1,50}$)[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,2})?$/;

/** The number a text stands for, if it stands for one.
 *  Choice: a number in the log is written in decimal digits, with a point and an exponent of two digits if need be, in 50 characters at most; spaces around it do not matter. */
export function numberIn(text: string): number | null {
  const given = text.replace(/^ +| +$/g, "");
  return numeral.test(given) ? Number(given) : null;
}

/** Rows that were stored under each name. */
type Counts = Map<string, number>;

const count = (counts: Counts, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

/** Raises the counters that show whether a result was computed from this log: rows are only ever added. */
async function raise(transaction: Transaction, kind: "exposure" | "event", counts: Counts) {
  for (const [name, logged] of counts)
    await transaction.query(
      `insert into log_state (kind, name, logged) values ($1, $2, $3)
       on conflict (kind, name) do update set logged = log_state.logged + excluded.logged`,
      [kind, name, logged],
    );
}

/** The numbers of stored exposures of an experiment and of stored events, as one text. */
export async function logState(
  reader: Reader,
  experimentID: string,
  events: readonly string[],
): Promise<string> {
  const rows = await reader.query<{ kind: string; name: string; logged: number }>(
    `select kind, name, logged from log_state
     where (kind = 'exposure' and name = $1) or (kind = 'event' and name = any($2)) order by kind, name`,
    [experimentID, events],
  );
  return JSON.stringify(rows.map(({ kind, name, logged }) => [kind, name, logged]));
}

type Many<Item> = Iterable<Item> | AsyncIterable<Item>;

/** A row for every item; a list stays a list and a stream stays a stream. */
function rowsOf<Item>(items: Many<Item>, row: (item: Item) => Value[]): BulkRows {
  return Symbol.iterator in items ? rowsOfList(items, row) : rowsOfStream(items, row);
}

function* rowsOfList<Item>(items: Iterable<Item>, row: (item: Item) => Value[]) {
  for (const item of items) yield row(item);
}

async function* rowsOfStream<Item>(items: AsyncIterable<Item>, row: (item: Item) => Value[]) {
  for await (const item of items) yield row(item);
}

export async function loadEvents(transaction: Transaction, events: Many<NewEvent>): Promise<number> {
  let number = await nextNumber(transaction);
  const counts: Counts = new Map();
  const rows = rowsOf(events, ({ name, time, unit, value, source, metadata }) => {
    count(counts, name);
    return [name, time, unit, value, numberIn(value), source, metadata, number++];
  });
  const columns = ["name", "time", "unit_id", "value", "value_number", "source", "metadata", "seq"];
  const stored = await transaction.load("event", columns, rows);
  await raise(transaction, "event", counts);
  return stored;
}

export async function loadExposures(transaction: Transaction, exposures: Many<NewExposure>): Promise<number> {
  const counts: Counts = new Map();
  const rows = rowsOf(exposures, ({ experiment, group, unit, time, properties }) => {
    count(counts, experiment);
    return [experiment, group, unit, time, properties];
  });
  const columns = ["experiment_id", "group_id", "unit_id", "time", "properties"];
  const stored = await transaction.load("exposure", columns, rows);
  await raise(transaction, "exposure", counts);
  return stored;
}
