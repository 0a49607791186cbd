// The events that count, with what the metrics take of them: the one pass over the log that everything after it starts from.
import type { Reader, Row, Value } from "#service/database/database.ts";
import type { Window } from "./assignment.ts";
import { day } from "./exposed-units.ts";
import type { Dimension } from "./measurements.ts";
import { workTable } from "./work-table.ts";

/** Days before the day of the first exposure that the covariate looks at. */
export const pastDays = 7;

/** What is taken of the log: positions in these lists are the numbers that later statements use. */
export interface Taken {
  events: readonly string[];
  /** Metadata fields that hold a number; undefined is the event's value. */
  numbers: readonly (string | undefined)[];
  eventDimensions: readonly Dimension[];
  hasPast: boolean;
}

/** A metadata field as a number; text that is none counts as missing. */
const numberAt = (parameter: string) =>
  `case when (e.metadata->>${parameter}) ~ '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,2})?$'
     then cast((e.metadata->>${parameter}) as double precision) end`;

/** One row per event: `since` is the time since the start of the unit's first day, ms, below 0 in the week before it;
 *  `number_<n>` and `value_<n>` are the n-th number and event dimension. */
export async function fillEventHits(reader: Reader, window: Window, taken: Taken) {
  const { events, numbers, eventDimensions, hasPast } = taken;
  await workTable(reader, "event_hit", [
    "unit_number integer",
    "event smallint",
    "since bigint",
    ...numbers.map((_, index) => `number_${index} double precision`),
    ...eventDimensions.map((_, index) => `value_${index} text`),
  ]);
  const values: Value[] = [window.start, window.end];
  const bind = (value: Value) => `$${values.push(value)}::text`;
  const names = events.map((name, number) => `(${bind(name)}, ${number})`);
  const columns = [
    "u.unit_number",
    "n.event",
    "e.time - u.first_day",
    ...numbers.map((key) => (key === undefined ? "e.value_number" : numberAt(bind(key)))),
    ...eventDimensions.map(({ key }) => `nullif(e.metadata->>${bind(key)}, '')`),
  ];
  const past = hasPast ? `or (e.time < u.first_day and e.time >= u.first_day - ${pastDays * day})` : "";
  await reader.query(
    `insert into event_hit
     select ${columns.join(", ")}
     from event e
       join (values ${names.join(", ")}) as n (name, event) on n.name = e.name
       join exposed_unit u on u.unit_id = e.unit_id
     where e.time >= $1::bigint - ${(pastDays + 1) * day} and e.time <= $2 and (e.time >= u.exposed ${past})`,
    values,
  );
  await reader.query("analyze event_hit");
}

/** Names of the events that anything was taken of. */
export async function readLoggedEvents(reader: Reader, { events }: Taken): Promise<string[]> {
  const rows = await reader.query<Row & { event: number }>("select event from event_hit group by event");
  return rows.flatMap(({ event }) => events[event] ?? []).sort();
}
