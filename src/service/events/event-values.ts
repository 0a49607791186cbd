// The values of a field among the events of a filter: the most frequent ones, and how its numbers are spread.
import type { EventValues } from "#contract/event-answers.ts";
import type { EventFilter } from "#contract/event-query.ts";
import type { EventField } from "#contract/event-where.ts";
import { isNumeric } from "#service/analysis/totals/numeric-text.ts";
import type { Reader } from "#service/database/database.ts";
import { binding, conditionSql, fieldSql, sourceOf } from "./event-condition.ts";

const percentiles = [1, 10, 25, 50, 75, 90, 99];
const mostBins = 20;

/** SQL of the events of a filter with the text of a field. */
async function foundSql(reader: Reader, filter: EventFilter, field: EventField) {
  const source = await sourceOf(reader, filter, [field]);
  const { values, bind } = binding();
  const sql = `select unit_id, ${fieldSql(field, bind, source)} as field from ${source.table} where ${conditionSql(filter, bind, source)}`;
  return { values, sql };
}

interface Whole extends Record<string, unknown> {
  events: number;
  filled: number;
  distinct_values: number;
  numbers: number;
  booleans: number;
}

/** SQL of what a value adds to each number of the whole. */
const counted = {
  events: "events",
  filled: "case when field is not null then events end",
  numbers: `case when ${isNumeric("field")} then events end`,
  booleans: "case when field in ('true', 'false') then events end",
};

async function readNumbers(
  reader: Reader,
  filter: EventFilter,
  field: EventField,
): Promise<EventValues["numbers"]> {
  const { values, sql } = await foundSql(reader, filter, field);
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
  const { values, sql } = await foundSql(reader, filter, field);
  const ofValue = `(select field, count(*) as events from (${sql}) as found group by field) as of_value`;
  const [whole] = await reader.query<Whole>(
    `select ${Object.entries(counted).map(([name, added]) => `cast(coalesce(sum(${added}), 0) as bigint) as ${name}`)},
       count(field) as distinct_values from ${ofValue}`,
    values,
  );
  const { events = 0, filled = 0, distinct_values = 0, numbers = 0, booleans = 0 } = whole ?? {};
  const frequent = await reader.query<{ value: string; events: number }>(
    `select field as value, events from ${ofValue} where field is not null order by events desc, field limit ${limit}`,
    values,
  );
  const units = frequent.length
    ? await reader.query<{ value: string; units: number }>(
        `select field as value, count(*) as units from (
           select field, unit_id from (${sql}) as found
           where unit_id <> '' and field = any($${values.length + 1}::text[]) group by field, unit_id
         ) as of_unit group by field`,
        [...values, frequent.map(({ value }) => value)],
      )
    : [];
  const unitsOfValue = new Map(units.map((one) => [one.value, one.units]));
  const top = frequent.map((one) => ({ ...one, units: unitsOfValue.get(one.value) ?? 0 }));
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
