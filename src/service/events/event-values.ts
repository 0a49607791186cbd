// Computes the values of a field among the events of a filter: the most frequent ones, and the distribution of its numbers.
import type { EventValues } from "#contract/event-answers.ts";
import type { EventFilter } from "#contract/event-query.ts";
import type { EventField } from "#contract/event-where.ts";
import { isNumeric } from "#service/analysis/totals/numeric-text.ts";
import type { Reader } from "#service/database/database.ts";
import type { EventReader } from "#service/database/event-copy.ts";
import { binding, conditionSql, fieldSql, type ReadableEvents, sourceOf } from "./event-condition.ts";
import { hourlyValueCounts } from "./count-sources.ts";

const percentiles = [1, 10, 25, 50, 75, 90, 99];
const mostBins = 20;

/** Returns SQL of the events of a filter, with these columns and the text of a field as `field`. */
function foundSql(source: ReadableEvents, filter: EventFilter, field: EventField, columns: string) {
  const { values, bind } = binding();
  const sql = `select ${columns}, ${fieldSql(field, bind, source)} as field from ${source.table} where ${conditionSql(filter, bind, source)}`;
  return { values, sql };
}

/** Counts the events per value of a field into the temporary table `of_value`, which lasts as long as the snapshot; returns its reader. */
async function countValues(
  reader: EventReader,
  each: ReadableEvents,
  filter: EventFilter,
  field: EventField,
): Promise<Reader> {
  const valued = await hourlyValueCounts(reader, filter, [field]);
  const { values, sql } = valued
    ? foundSql(valued, filter, field, "logged")
    : foundSql(each, filter, field, "1 as one");
  const events = valued ? "cast(sum(logged) as bigint)" : "count(*)";
  const counting = (valued ?? each).reader;
  await counting.query(
    `create temp table of_value as
     select field, ${events} as events from (${sql}) as found group by field having ${events} > 0`,
    values,
  );
  return counting;
}

/** Totals over all values; apart from `distinct_values` and the last three, they are numbers of events. */
interface Whole extends Record<string, unknown> {
  events: number;
  filled: number;
  distinct_values: number;
  numbers: number;
  booleans: number;
  /** Null if no value is a number. */
  least: number | null;
  most: number | null;
  mean: number | null;
}

/** SQL of the totals, over rows of a value and its number of events: each distinct text is examined only once. */
function wholeSql(ofValue: string) {
  const sum = (sql: string) => `cast(coalesce(sum(${sql}), 0) as bigint)`;
  return `select ${sum("events")} as events, ${sum("case when field is not null then events end")} as filled,
      count(field) as distinct_values, ${sum("case when x is not null then events end")} as numbers,
      ${sum("case when field in ('true', 'false') then events end")} as booleans,
      min(x) as least, max(x) as most, sum(x * events) / sum(case when x is not null then events end) as mean
    from (select field, events, case when ${isNumeric("field")} then cast(field as double precision) end as x from ${ofValue}) as told`;
}

/** Computes percentiles of the numbers, interpolated between adjacent values. */
async function readPercentiles(reader: Reader, numbers: string, events: number) {
  const places = percentiles.map((percentile) => (percentile / 100) * (events - 1));
  const at = (place: number) => `min(case when upto > ${place} then x end)`;
  const [row = {}] = await reader.query<Record<string, number>>(
    `select ${places
      .flatMap((place, index) => [
        `${at(Math.floor(place))} as below${index}`,
        `${at(Math.ceil(place))} as above${index}`,
      ])
      .join(", ")}
     from (select x, sum(events) over (order by x rows unbounded preceding) as upto from ${numbers}) as ordered`,
  );
  return percentiles.map((percentile, index) => {
    const [below = 0, above = 0] = [row[`below${index}`], row[`above${index}`]];
    const place = places[index] ?? 0;
    return { percentile, value: below + (above - below) * (place - Math.floor(place)) };
  });
}

async function readBins(
  reader: Reader,
  numbers: string,
  { numbers: events, least, most }: { numbers: number; least: number; most: number },
) {
  const width = (most - least) / mostBins;
  if (!(width > 0)) return [{ from: least, to: most, events }];
  const [first, size] = ["$1::double precision", "$2::double precision"];
  const counted = await reader.query<{ bin: number; events: number }>(
    `select cast(least(floor((x - ${first}) / ${size}), ${mostBins - 1}) as bigint) as bin, cast(sum(events) as bigint) as events
     from ${numbers} group by 1 order by 1`,
    [String(least), String(width)],
  );
  const ofBin = new Map(counted.map((one) => [one.bin, one.events]));
  return Array.from({ length: mostBins }, (_, bin) => ({
    from: least + bin * width,
    to: bin === mostBins - 1 ? most : least + (bin + 1) * width,
    events: ofBin.get(bin) ?? 0,
  }));
}

async function readNumbers(
  reader: Reader,
  ofValue: string,
  { numbers: events, least, most, mean }: Whole,
): Promise<EventValues["numbers"]> {
  if (least === null || most === null || mean === null) return null;
  const numbers = `(select cast(field as double precision) as x, events from ${ofValue} where ${isNumeric("field")}) as numbers`;
  return {
    events,
    least,
    most,
    mean,
    percentiles: await readPercentiles(reader, numbers, events),
    bins: await readBins(reader, numbers, { numbers: events, least, most }),
  };
}

const nothing: Whole = {
  events: 0,
  filled: 0,
  distinct_values: 0,
  numbers: 0,
  booleans: 0,
  least: null,
  most: null,
  mean: null,
};

/** Returns the `limit` most frequent values of a field with their events and units, and statistics of its numbers. */
export async function eventValues(
  reader: EventReader,
  filter: EventFilter,
  field: EventField,
  limit: number,
): Promise<EventValues> {
  const source = await sourceOf(reader, filter, [field]);
  const counted = await countValues(reader, source, filter, field);
  const ofValue = "of_value";
  const [whole = nothing] = await counted.query<Whole>(wholeSql(ofValue));
  const { events, filled, distinct_values, numbers, booleans } = whole;
  const frequent = await counted.query<{ value: string; events: number }>(
    `select field as value, events from ${ofValue} where field is not null order by events desc, field collate "C" limit ${limit}`,
  );
  // The embedded engine gets the values as rows, because it would search through a list once per event. PostgreSQL gets a list,
  // in which it looks values up directly; with rows it would read all events on a single processor.
  const { values, sql } = foundSql(source, filter, field, "unit_id");
  const list = `$${values.length + 1}::text[]`;
  const isFrequent = source.reader.engine === "postgres" ? `= any(${list})` : `in (select unnest(${list}))`;
  const units = frequent.length
    ? await source.reader.query<{ value: string; units: number }>(
        `select field as value, count(case when unit_id <> '' then 1 end) as units from (
           select field, unit_id from (${sql}) as found
           where field ${isFrequent} group by field, unit_id
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
    numbers: await readNumbers(counted, ofValue, whole),
  };
}
