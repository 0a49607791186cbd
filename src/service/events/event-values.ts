// The values of a field among the events of a filter: the most frequent ones, and how its numbers are spread.
import type { EventValues } from "#contract/event-answers.ts";
import type { EventFilter } from "#contract/event-query.ts";
import type { EventField } from "#contract/event-where.ts";
import { isNumeric } from "#service/analysis/totals/numeric-text.ts";
import type { Reader } from "#service/database/database.ts";
import { binding, conditionSql, fieldSql } from "./event-condition.ts";

const percentiles = [1, 10, 25, 50, 75, 90, 99];
const mostBins = 20;

/** SQL of the events of a filter with the text of a field. */
function foundSql(filter: EventFilter, field: EventField) {
  const { values, bind } = binding();
  const sql = `select unit_id, ${fieldSql(field, bind)} as field from event where ${conditionSql(filter, bind)}`;
  return { values, sql };
}

interface Whole extends Record<string, unknown> {
  events: number;
  filled: number;
  distinct_values: number;
  numbers: number;
  booleans: number;
}

async function readNumbers(
  reader: Reader,
  filter: EventFilter,
  field: EventField,
): Promise<EventValues["numbers"]> {
  const { values, sql } = foundSql(filter, field);
  const numbers = `(select cast(field as double precision) as x from (${sql}) as found where ${isNumeric("field")}) as numbers`;
  const [row] = await reader.query<Record<string, number>>(
    `select count(*) as events, min(x) as least, max(x) as most, avg(x) as mean, ${percentiles
      .map((one) => `percentile_cont(${one / 100}) within group (order by x) as p${one}`)
      .join(", ")} from ${numbers}`,
    values,
  );
  if (!row?.["events"]) return null;
  const { events, least = 0, most = 0, mean = 0 } = row;
  const width = (most - least) / mostBins;
  const counted =
    width > 0
      ? await reader.query<{ bin: number; events: number }>(
          `select cast(least(floor((x - $${values.length + 1}::double precision) / $${values.length + 2}::double precision), ${mostBins - 1}) as bigint) as bin, count(*) as events
           from ${numbers} group by 1 order by 1`,
          [...values, String(least), String(width)],
        )
      : [{ bin: 0, events }];
  const ofBin = new Map(counted.map((one) => [one.bin, one.events]));
  return {
    events,
    least,
    most,
    mean,
    percentiles: percentiles.map((percentile) => ({ percentile, value: row[`p${percentile}`] ?? 0 })),
    bins: Array.from({ length: width > 0 ? mostBins : 1 }, (_, bin) => ({
      from: least + bin * width,
      to: bin === mostBins - 1 || width === 0 ? most : least + (bin + 1) * width,
      events: ofBin.get(bin) ?? 0,
    })),
  };
}

export async function eventValues(
  reader: Reader,
  filter: EventFilter,
  field: EventField,
  limit: number,
): Promise<EventValues> {
  const { values, sql } = foundSql(filter, field);
  const [whole] = await reader.query<Whole>(
    `select count(*) as events, count(field) as filled, count(distinct field) as distinct_values,
       count(case when ${isNumeric("field")} then 1 end) as numbers,
       count(case when field in ('true', 'false') then 1 end) as booleans
     from (${sql}) as found`,
    values,
  );
  const { events = 0, filled = 0, distinct_values = 0, numbers = 0, booleans = 0 } = whole ?? {};
  const top = await reader.query<{ value: string; events: number; units: number }>(
    `select field as value, count(*) as events, count(distinct nullif(unit_id, '')) as units
     from (${sql}) as found where field is not null
     group by field order by count(*) desc, field limit ${limit}`,
    values,
  );
  const type =
    filled === 0 ? "none" : numbers === filled ? "number" : booleans === filled ? "boolean" : "text";
  return {
    events,
    empty: events - filled,
    distinct: distinct_values,
    type,
    values: top,
    numbers: numbers > 0 ? await readNumbers(reader, filter, field) : null,
  };
}
