// Collects the events that count, with the numbers that metrics read from them, in a single pass over the log. All
// later steps start from this table.
import type { Reader, Row, Value } from "#service/database/database.ts";
import { eventUnit } from "#service/database/logs.ts";
import { type MeasurementPlan, pastDays } from "#service/analysis/plan/measurement-plan.ts";
import { isFiltered, sourceOf } from "#service/analysis/plan/event-source.ts";
import { day, type Window } from "./assignment.ts";
import { isChosen } from "./chosen-units.ts";
import { filterSql } from "./event-filters.ts";
import { isNumeric } from "./numeric-text.ts";
import { workTable } from "./work-table.ts";

/** Returns the indexes of the number columns: as many as the event with the most numbers needs. */
export const numberColumnsOf = ({ numbers }: MeasurementPlan) => [
  ...Array(Math.max(0, ...numbers.map(({ length }) => length))).keys(),
];

/**
 * Fills `event_hit` with one row per event: `day` counts UTC days since the unit's first, negative in the week before
 * it; `moment` is the time of day, ms; `number_<n>` is the n-th number read of this event, `value_<n>` the n-th event
 * dimension.
 */
export async function fillEventHits(reader: Reader, window: Window, plan: MeasurementPlan) {
  const { events, numbers, eventDimensions, hasPast } = plan;
  const numberColumns = numberColumnsOf(plan);
  await workTable(
    reader,
    "event_hit",
    "unit_number integer, event smallint, day smallint, moment integer",
    ...numberColumns.map((column) => `number_${column} double precision`),
    ...eventDimensions.map((_, index) => `value_${index} text`),
  );
  const values: Value[] = [window.start, window.end, [...new Set(events.map((key) => sourceOf(key).name))]];
  const place = (value: Value) => `$${values.push(value)}`;
  const bind = (value: Value) => `${place(value)}::text`;
  const unit = eventUnit(window.idType, bind);
  // For each event, the index of its number's key in this list; only keys that a metric uses are read.
  const keys = [...new Set(numbers.flat())];
  const keyOf = (column: number) => {
    const places = numbers.map((own) => (column < own.length ? keys.indexOf(own[column]) : -1));
    return `(array[${places.join(", ")}])[e.place]`;
  };
  const texts = keys.flatMap((key, place) =>
    key === undefined ? [] : [`when ${place} then text_at(e.metadata, ${bind(key)})`],
  );
  const textOf = (column: number) =>
    texts.length > 0 ? `case ${keyOf(column)} ${texts.join(" ")} end` : "cast(null as text)";
  const numberOf = (column: number) =>
    `case when key_${column} = ${keys.indexOf(undefined)} then value_number
       when ${isNumeric(`text_${column}`)} then cast(text_${column} as double precision) end`;
  const dimensionColumns = eventDimensions.map((_, index) => `value_${index}`);
  const found = [
    "u.unit_number",
    "e.place - 1 as event",
    // Shifted by the length of the past, so that division rounds down for past days, too.
    `(e.time - u.first_day + ${pastDays * day}) / ${day} - ${pastDays} as day`,
    `e.time % ${day} as moment`,
    "e.value_number",
    ...numberColumns.flatMap((n) => [`${keyOf(n)} as key_${n}`, `${textOf(n)} as text_${n}`]),
    ...eventDimensions.map(
      ({ key }, index) => `nullif(text_at(e.metadata, ${bind(key)}), '') as value_${index}`,
    ),
  ];
  const columns = [
    "unit_number",
    "event",
    "day",
    "moment",
    ...numberColumns.map(numberOf),
    ...dimensionColumns,
  ];
  const source = sourceSql(events, place);
  const past = hasPast ? `or (e.time < u.first_day and e.time >= u.first_day - ${pastDays * day})` : "";
  await reader.query(
    `insert into event_hit
     select ${columns.join(", ")}
     from (
       select ${found.join(", ")}
       from (
         select ${source.place} as place, ${unit} as unit_id, time, value_number, metadata
         from event ${source.join}
         where name = any($3::text[]) and time >= $1::bigint - ${(pastDays + 1) * day} and time <= $2 ${source.where}
           and ${isChosen(unit, window.unitsBelow)}
       ) as e join exposed_unit u on u.unit_id = e.unit_id
       where (e.time >= u.exposed ${past})
     ) as hit
`,
    values,
  );
}

/**
 * SQL that maps a row of the log to its source, from 1. With filters a row may belong to several sources and is
 * repeated for each of them.
 */
function sourceSql(events: readonly string[], bind: (value: Value) => string) {
  if (!events.some(isFiltered)) return { place: "array_position($3::text[], name)", join: "", where: "" };
  const rows = events.map((key, index) => `(${bind(sourceOf(key).name)}::text, ${index + 1})`);
  const filters = events.flatMap((key, index) =>
    isFiltered(key) ? [`when ${index + 1} then ${filterSql(key, bind)}`] : [],
  );
  return {
    place: "p.place",
    join: `join (values ${rows.join(", ")}) as p (source, place) on p.source = name`,
    where: `and case p.place ${filters.join(" ")} else true end`,
  };
}

/** Frees the memory of the hits once they are no longer needed. */
export const dropEventHits = (reader: Reader) => reader.query("drop table event_hit");

/** Returns the keys of the events that have hits, including those of the week before exposure. */
export async function readLoggedEvents(reader: Reader, { events }: MeasurementPlan): Promise<string[]> {
  const rows = await reader.query<Row & { event: number }>("select distinct event from event_hit");
  return rows.flatMap(({ event }) => events[event] ?? []).sort();
}
