// How exposures and events enter the store: the demo and the import write the same columns.
import type { Reader, Row, Transaction, Value } from "./database.ts";

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

/** Events with the same time are kept in the order they came in. */
const nextNumber = async (reader: Reader): Promise<number> => {
  const [row] = await reader.query<Row & { last: number | null }>("select max(seq) as last from event");
  return (row?.last ?? 0) + 1;
};

/** The number a text stands for, if it stands for one. */
export function numberIn(text: string): number | null {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

type Many<Item> = Iterable<Item> | AsyncIterable<Item>;

/** Appends rows and lets the engine look at what it now holds: PostgreSQL plans badly on a table it has not looked at. */
async function append(
  transaction: Transaction,
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<Value[]>,
) {
  const count = await transaction.load(table, columns, rows);
  await transaction.query(`analyze ${table}`);
  return count;
}

export async function loadEvents(transaction: Transaction, events: Many<NewEvent>): Promise<number> {
  let number = await nextNumber(transaction);
  async function* rows(): AsyncGenerator<Value[]> {
    for await (const { name, time, unit, value, source, metadata } of events)
      yield [name, time, unit, value, numberIn(value), source, metadata, number++];
  }
  const columns = ["name", "time", "unit_id", "value", "value_number", "source", "metadata", "seq"];
  return append(transaction, "event", columns, rows());
}

export function loadExposures(transaction: Transaction, exposures: Many<NewExposure>): Promise<number> {
  async function* rows(): AsyncGenerator<Value[]> {
    for await (const { experiment, group, unit, time, properties } of exposures)
      yield [experiment, group, unit, time, properties];
  }
  return append(
    transaction,
    "exposure",
    ["experiment_id", "group_id", "unit_id", "time", "properties"],
    rows(),
  );
}
