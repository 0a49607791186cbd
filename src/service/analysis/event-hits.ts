// The events that count, with what the metrics take of them: the one pass over the log that everything after it starts from.
import type { Reader, Row, Value } from "#service/database/database.ts";
import type { Plan } from "#service/measures/measure-plan.ts";
import type { Window } from "./assignment.ts";
import { day } from "./exposed-units.ts";
import { workTable } from "./work-table.ts";

/** Days before the day of the first exposure that the covariate looks at. */
export const pastDays = 7;

/** A metadata field as a number; text that is none counts as missing. */
const numberAt = (parameter: string) =>
  `case when (e.metadata->>${parameter}) ~ '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,2})?$'
     then cast((e.metadata->>${parameter}) as double precision) end`;

/** The n-th number of each event; what no metric asks for is not read. */
function numberSql(column: number, { numbers }: Plan, bind: (key: string) => string): string {
  const keys = [...new Set(numbers.flatMap((own) => (own.length > column ? [own[column]] : [])))];
  const cases = keys.map((key) => {
    const events = numbers.flatMap((own, event) =>
      own.length > column && own[column] === key ? [event] : [],
    );
    return `when e.event in (${events.join(", ")}) then ${key === undefined ? "e.value_number" : numberAt(bind(key))}`;
  });
  return `case ${cases.join(" ")} end`;
}

/** One row per event, those of a unit beside each other, because all that follows adds them up: `since` is the time since the start of the unit's first day, ms, below 0 in the week before it;
 *  `number_<n>` is the n-th number read of this event, `value_<n>` the n-th event dimension. */
export async function fillEventHits(reader: Reader, window: Window, plan: Plan) {
  const { events, numbers, eventDimensions, hasPast } = plan;
  const numberColumns = Array.from(
    { length: Math.max(0, ...numbers.map(({ length }) => length)) },
    (_, n) => n,
  );
  await workTable(reader, "event_hit", [
    "unit_number integer",
    "event smallint",
    "since bigint",
    ...numberColumns.map((column) => `number_${column} double precision`),
    ...eventDimensions.map((_, index) => `value_${index} text`),
  ]);
  const values: Value[] = [window.start, window.end, events];
  const bind = (value: Value) => `$${values.push(value)}::text`;
  const columns = [
    "u.unit_number",
    "e.event",
    "e.time - u.first_day",
    ...numberColumns.map((column) => numberSql(column, plan, bind)),
    ...eventDimensions.map(({ key }) => `nullif(e.metadata->>${bind(key)}, '')`),
  ];
  const past = hasPast ? `or (e.time < u.first_day and e.time >= u.first_day - ${pastDays * day})` : "";
  await reader.query(
    `insert into event_hit
     select ${columns.join(", ")}
     from (
       select array_position($3::text[], name) - 1 as event, unit_id, time, value_number, metadata
       from event
       where name = any($3::text[]) and time >= $1::bigint - ${(pastDays + 1) * day} and time <= $2
     ) as e join exposed_unit u on u.unit_id = e.unit_id
     where e.time >= u.exposed ${past}
     order by u.unit_number`,
    values,
  );
}

/** Names of the events that anything was taken of. */
export async function readLoggedEvents(reader: Reader, { events }: Plan): Promise<string[]> {
  const rows = await reader.query<Row & { event: number }>("select event from event_hit group by event");
  return rows.flatMap(({ event }) => events[event] ?? []).sort();
}
