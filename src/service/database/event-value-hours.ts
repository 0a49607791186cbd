// Counts the events of each name and hour by the values of a field, for fields with few values: a chart split or filtered by such a field
// need not read each event. Filled only on PostgreSQL, after the columns; the embedded engine reads its columns about as fast. The number
// of all events is kept too, so that events without a value are the difference.
import type { Database, Reader, Transaction } from "./database.ts";
import { type EventColumns, eventColumns, readPlaces, textsOf } from "./event-columns.ts";
import { hour, hourOfTime } from "./event-hours.ts";
import { removals } from "./log-removals.ts";
import { quotedText } from "./text-literals.ts";

/** Most distinct values of a field in one part of the log; a field with more is no longer counted. */
const fewValues = 100;
/** The place that stands for all events instead of a field. */
const allEvents = -1;

/** SQL of the number of the last event whose values are counted; 0 where none are, or the counts are outdated: those stored with another
 *  number of removals, as after a deletion by an earlier version of the service. */
export const lastCountedValueSql = `coalesce((select seq from event_valued where removals = ${removals}), 0)`;

const lastValued = async (reader: Reader): Promise<number> =>
  (await reader.query<{ seq: number }>(`select ${lastCountedValueSql} as seq`))[0]?.seq ?? 0;

/** The places of the fields whose values are counted. */
async function countedPlaces(reader: Reader): Promise<Map<string, number>> {
  const many = await reader.query<{ place: number }>("select place from event_many_values");
  const left = new Set(many.map(({ place }) => place));
  return new Map([...(await readPlaces(reader))].filter(([, place]) => place >= 0 && !left.has(place)));
}

/** SQL of the counts of the events that meet a condition. */
function countsOf(engine: Reader["engine"], places: ReadonlyMap<string, number>, condition: string) {
  const asked = [allEvents, ...places.values()].map((place, index) => `(${place}, ${index})`);
  return `select place, value, name, hour, count(*) as logged from (
      select name, hour, place, case when place = ${allEvents} then null else texts[number] end as value
      from (
        select name, ${hourOfTime} as hour, ${textsOf[engine]([...places.keys()])} as texts from event where ${condition}
      ) as told cross join (values ${asked.join(", ")}) as asked (place, number)
    ) as valued where place = ${allEvents} or value <> '' group by place, value, name, hour`;
}

const columns = "place, value, name, hour, logged";

/** Counts the values of the next events that have columns, at most `atOnce`; returns whether there are more. */
export async function countValues(
  transaction: Transaction,
  atOnce: number,
  mostValues = fewValues,
): Promise<boolean> {
  const valued = await lastValued(transaction);
  if (valued === 0) await transaction.query("delete from event_value_hour");
  const [filled] = await transaction.query<{ seq: number }>("select seq from event_filled");
  const last = filled?.seq ?? 0;
  if (last <= valued) return false;
  const until = Math.min(last, valued + atOnce);
  const places = await countedPlaces(transaction);
  await transaction.query(
    `create temp table counted_value as ${countsOf(transaction.engine, places, `seq > ${valued} and seq <= ${until}`)}`,
  );
  const many = await transaction.query<{ place: number }>(
    `select place from counted_value group by place having count(distinct value) > ${mostValues}`,
  );
  for (const { place } of many) {
    await transaction.query("insert into event_many_values (place) values ($1)", [place]);
    await transaction.query("delete from event_value_hour where place = $1", [place]);
    await transaction.query("delete from counted_value where place = $1", [place]);
  }
  await transaction.query(`insert into event_value_hour (${columns}) select ${columns} from counted_value`);
  await transaction.query("drop table counted_value");
  await transaction.query(`update event_valued set seq = ${until}, removals = ${removals}`);
  return until < last;
}

/** Subtracts events that are about to be deleted from the counts. */
export async function uncountValues(transaction: Transaction, condition: string) {
  const valued = await lastValued(transaction);
  if (valued === 0) return;
  const removed = countsOf(
    transaction.engine,
    await countedPlaces(transaction),
    `(${condition}) and seq <= ${valued}`,
  );
  await transaction.query(
    `insert into event_value_hour (${columns}) select place, value, name, hour, -logged from (${removed}) as removed`,
  );
}

/** Marks the counts as current, after a deletion was subtracted from them. */
export const markCountsCurrent = (transaction: Transaction) =>
  transaction.query(`update event_valued set removals = removals + 1 where removals + 1 = ${removals}`);

/** Sums up the rows of each value, one field per transaction, so that those who log wait for the rows of a single field. */
export async function sumValues(database: Database) {
  const fields = await database.query<{ place: number }>("select distinct place from event_value_hour");
  for (const { place } of fields)
    await database.transaction(async (transaction) => {
      await transaction.query(
        `create temp table summed_value as select place, value, name, hour, cast(sum(logged) as bigint) as logged
         from event_value_hour where place = ${place} group by place, value, name, hour having sum(logged) <> 0`,
      );
      await transaction.query("delete from event_value_hour where place = $1", [place]);
      await transaction.query(
        `insert into event_value_hour (${columns}) select ${columns} from summed_value`,
      );
      await transaction.query("drop table summed_value");
    });
}

/** SQL of the events between two times (ms, either may be open) as `name`, `time`, `logged` and the text of a field: counts of the whole
 *  hours, some of them negative, and single events at both ends. Undefined where the values are not counted. */
export async function hourlyValueCountsTable(
  reader: Reader,
  field: string,
  { from, to }: { from?: number | undefined; to?: number | undefined },
): Promise<EventColumns | undefined> {
  const valued = await lastValued(reader);
  const place = valued === 0 ? undefined : (await countedPlaces(reader)).get(field);
  const each = place === undefined ? undefined : await eventColumns(reader, [field]);
  const column = each?.columns.get(field);
  if (place === undefined || !each || !column) return undefined;
  const first = from === undefined ? undefined : Math.ceil(from / hour);
  const end = to === undefined ? undefined : Math.max(first ?? -Infinity, Math.floor(to / hour));
  const hours = [
    ...(first === undefined ? [] : [`hour >= ${first}`]),
    ...(end === undefined ? [] : [`hour < ${end}`]),
  ];
  const between = ["", ...hours].join(" and ");
  const one = `select name, time, 1 as logged, ${column} from ${each.table}`;
  const edges = [
    ...(first === undefined ? [] : [`time >= ${from} and time < ${Math.min(first * hour, to ?? Infinity)}`]),
    ...(end === undefined ? [] : [`time >= ${Math.max(end * hour, from ?? -Infinity)} and time < ${to}`]),
  ];
  return {
    table: `(
      select name, hour * ${hour} as time, logged, value as ${column} from event_value_hour where place = ${place} ${between}
      union all
      select name, hour * ${hour}, case when place = ${place} then -logged else logged end, null
      from event_value_hour where place in (${allEvents}, ${place}) ${between}
      union all
      select name, time, 1, text_at(metadata, ${quotedText(field)}) from event where seq > ${valued} ${between.replaceAll("hour", hourOfTime)}
      ${edges.map((edge) => `union all ${one} where ${edge}`).join(" ")}
    ) as event`,
    columns: each.columns,
  };
}
