// Counts the events of each name by hour. The log is counted in parts, in the order in which it was stored; events stored after the last
// part are counted when they are read. So logging never waits for the counts, and they are always right.
import type { Reader, Transaction } from "./database.ts";

export const hour = 3_600_000;

/** SQL of the number of the last counted event. */
export const lastCounted = "(select seq from event_counted)";

/** SQL of the hour of a time, also before 1970. */
export const hourOfTime = `((time - (time % ${hour} + ${hour}) % ${hour}) / ${hour})`;

const hoursOf = (condition: string) =>
  `select name, ${hourOfTime} as hour, count(*) as logged, min(time) as first_time, max(time) as last_time
   from event where ${condition} group by name, ${hourOfTime}`;

/** The number of the last event that is counted. */
export const readLastCounted = async (reader: Reader): Promise<number> =>
  (await reader.query<{ seq: number }>("select seq from event_counted"))[0]?.seq ?? 0;

/** SQL of all events by name and hour; an hour of a name may have several rows. `counted` must be read in the same snapshot: the engines
 *  cannot estimate a number that the statement looks up itself, and would scan the whole log. */
export const eventHours = (counted: number) => `(
  select name, hour, logged, first_time, last_time from event_hour
  union all ${hoursOf(`seq > ${counted}`)}
) as event_hours`;

/** SQL of the events between two times (ms, either may be open) as `name`, `time`, `logged`, `first_time` and `last_time`: counts of the
 *  whole hours, and single events at both ends. */
export function hourlyCountsSql(
  { from, to }: { from?: number | undefined; to?: number | undefined },
  counted: number,
) {
  const first = from === undefined ? undefined : Math.ceil(from / hour);
  const end = to === undefined ? undefined : Math.max(first ?? -Infinity, Math.floor(to / hour));
  const one = "name, time, 1 as logged, time as first_time, time as last_time from event";
  const between = (column: string, since: number | undefined, until: number | undefined) =>
    [
      ...(since === undefined ? [] : [`and ${column} >= ${since}`]),
      ...(until === undefined ? [] : [`and ${column} < ${until}`]),
    ].join(" ");
  const times = (hours: number | undefined) => (hours === undefined ? undefined : hours * hour);
  const edges = [
    { since: from ?? Infinity, until: Math.min(times(first) ?? -Infinity, to ?? Infinity) },
    { since: Math.max(times(end) ?? Infinity, from ?? -Infinity), until: to ?? -Infinity },
  ].filter(({ since, until }) => since < until);
  return `(
    select name, hour * ${hour} as time, logged, first_time, last_time from event_hour
    where logged > 0 ${between("hour", first, end)}
    union all select ${one} where seq > ${counted} ${between("time", times(first), times(end))}
    ${edges.map(({ since, until }) => `union all select ${one} where true ${between("time", since, until)}`).join(" ")}
  ) as event`;
}

/** The hours, from `since` until before `until` (ms), that contain a page of the events, newest first; `before` of their events are newer
 *  than the page. Undefined where there are no such events. */
export async function hoursOfStretch(
  reader: Reader,
  name: string | undefined,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ since: number; until: number; before: number } | undefined> {
  const [found] = await reader.query<{ since: number | null; until: number | null; before: number }>(
    `select min(hour) * ${hour} as since, (max(hour) + 1) * ${hour} as until, cast(min(newer) as bigint) as before from (
       select hour, logged, sum(logged) over (order by hour desc) - logged as newer from (
         select hour, sum(logged) as logged from ${eventHours(await readLastCounted(reader))} ${name === undefined ? "" : "where name = $1"} group by hour
       ) as hours
     ) as summed where newer < ${offset + limit} and newer + logged > ${offset}`,
    name === undefined ? [] : [name],
  );
  return found && found.since !== null && found.until !== null
    ? { since: found.since, until: found.until, before: found.before }
    : undefined;
}

/** The last stored events whose times the embedded engine reads at once. */
const lastStored = 2048;

/** A lower bound in ms for the times of the newest `events` events of these names. During heavy logging an hour has millions of events:
 *  the time is known where the last stored events are in the newest hour, and otherwise undefined. PostgreSQL uses an index instead. */
export async function newestEventsLowerBound(
  reader: Reader,
  names: readonly string[] | undefined,
  events: number,
): Promise<number | undefined> {
  if (reader.engine === "postgres" || events > lastStored) return undefined;
  const [log] = await reader.query<{ last: number | null; hour: number | null }>(
    "select (select max(seq) from event) as last, (select max(hour) from event_hour) as hour",
  );
  const [found] = await reader.query<{ events: number; since: number | null }>(
    `select count(*) as events, min(time) as since from (
       select time from event where seq > ${(log?.last ?? 0) - lastStored} ${names ? "and name = any($1::text[])" : ""}
       order by time desc limit ${events}
     ) as newest`,
    names ? [names] : [],
  );
  const since = found?.events === events ? found.since : null;
  return since !== null && since >= (log?.hour ?? -Infinity) * hour ? since : undefined;
}

/** A time in ms since which there are at least `events` of these names, in hours that end before `end`; undefined where there are fewer.
 *  It is the start of the newest hours that contain them, or later where the last stored events suffice. */
export async function timeHoldingEvents(
  reader: Reader,
  names: readonly string[] | undefined,
  end: number | undefined,
  events: number,
): Promise<number | undefined> {
  const newest = end === undefined ? await newestEventsLowerBound(reader, names, events) : undefined;
  if (newest !== undefined) return newest;
  const before = end === undefined ? "" : `and hour < ${Math.floor(end / hour)}`;
  const [found] = await reader.query<{ since: number | null }>(
    `select max(hour) * ${hour} as since from (
       select hour, sum(logged) over (order by hour desc) as upto from (
         select hour, sum(logged) as logged from ${eventHours(await readLastCounted(reader))}
         where ${names ? "name = any($1::text[])" : "true"} ${before} group by hour
       ) as hours
     ) as summed where upto >= ${events}`,
    names ? [names] : [],
  );
  return found?.since ?? undefined;
}

/** The approximate share of these names in the counted log, by whole hours. */
export async function shareOfNames(
  reader: Reader,
  { names, from, to }: { names: readonly string[]; from?: number | undefined; to?: number | undefined },
): Promise<number> {
  const asked = [
    "name = any($1::text[])",
    ...(from === undefined ? [] : [`hour >= ${Math.floor(from / hour)}`]),
    ...(to === undefined ? [] : [`hour <= ${Math.floor(to / hour)}`]),
  ].join(" and ");
  const [found] = await reader.query<{ own: number; all_logged: number }>(
    `select cast(coalesce(sum(case when ${asked} then logged end), 0) as bigint) as own,
       cast(coalesce(sum(logged), 0) as bigint) as all_logged from event_hour`,
    [names],
  );
  return found && found.all_logged > 0 ? found.own / found.all_logged : 1;
}

const columns = "name, hour, logged, first_time, last_time";

/** Counts events that are not counted yet. */
export const countHours = (transaction: Transaction, condition: string) =>
  transaction.query(`insert into event_hour (${columns}) ${hoursOf(condition)}`);

/** Sums up the rows of each name and hour. */
export async function sumHours(transaction: Transaction) {
  await transaction.query(
    `create temp table summed_hour as select name, hour, cast(sum(logged) as bigint) as logged,
       min(first_time) as first_time, max(last_time) as last_time from event_hour group by name, hour`,
  );
  await transaction.query("delete from event_hour");
  await transaction.query(`insert into event_hour (${columns}) select ${columns} from summed_hour`);
  await transaction.query("drop table summed_hour");
}

/** Recounts the names and hours in a table, after some of their events were deleted. */
export async function countHoursAgain(transaction: Transaction, table: string) {
  await transaction.query(`delete from event_hour where (name, hour) in (select name, hour from ${table})`);
  const counted = `seq <= ${lastCounted}`;
  const told = "count(*) as logged, min(time) as first_time, max(time) as last_time";
  // PostgreSQL looks each hour up in its index of names and times; for the other query it would scan the whole log.
  const again = {
    duckdb: hoursOf(`(name, ${hourOfTime}) in (select name, hour from ${table}) and ${counted}`),
    postgres: `select lost.name, lost.hour, told.logged, told.first_time, told.last_time
      from (select distinct name, hour from ${table}) as lost cross join lateral (
        select ${told} from event where event.name = lost.name and time >= lost.hour * ${hour} and time < (lost.hour + 1) * ${hour} and ${counted}
      ) as told where told.logged > 0`,
  };
  await transaction.query(`insert into event_hour (${columns}) ${again[transaction.engine]}`);
}
