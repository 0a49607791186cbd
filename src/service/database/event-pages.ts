// One page of the event log, at any depth.
import type { Reader, Row, Value } from "./database.ts";
import { hoursOfStretch } from "./event-hours.ts";
import { counters } from "./logs.ts";
import type { Found, PageOf } from "./pages.ts";

/** The newest first; events of one instant in a fixed order, the last stored first. */
export const newestFirst = "time desc, seq desc";

/** SQL of the events with these numbers, newest first. The embedded engine looks up one number at a time ten times as fast as several in
 *  one condition, for which it reads the wide columns of all that lies between. */
export const ofNumbers = (select: string, numbers: readonly number[]) =>
  `select ${select} from (${numbers
    .map((number) => `select * from event where seq = ${number}`)
    .join(" union all ")}) as event order by ${newestFirst}`;

/** Events that meet a condition, newest first: only their times and numbers are put in order, whatever order they are stored in. */
async function readEvents<R extends Row>(
  reader: Reader,
  { select, condition, values }: { select: string; condition: string; values: readonly Value[] },
  { limit, offset }: { limit: number; offset: number },
): Promise<R[]> {
  const found = await reader.query<{ seq: number }>(
    `select seq from event where ${condition} order by ${newestFirst} limit ${limit} offset ${offset}`,
    values,
  );
  if (found.length === 0) return [];
  return reader.query<R>(
    ofNumbers(
      select,
      found.map(({ seq }) => seq),
    ),
  );
}

/** A page of all events, or of those of one name. The hours that hold it are known without a look at the log. */
export async function readEventPage<R extends Row>(
  database: Reader,
  select: string,
  name: string | undefined,
  { limit, page }: PageOf,
): Promise<Found<R>> {
  const offset = (page - 1) * limit;
  const [counted] = await database.query<{ total: number }>(
    `select cast(coalesce(sum(logged), 0) as bigint) as total from ${counters}
     where kind = 'event' ${name === undefined ? "" : "and name = $1"}`,
    name === undefined ? [] : [name],
  );
  const total = counted?.total ?? 0;
  if (limit === 0 || offset >= total) return { items: [], total };
  const hours = await hoursOfStretch(database, name, { offset, limit });
  if (!hours) return { items: [], total };
  const within = `time >= ${hours.since} and time < ${hours.until}`;
  const condition = name === undefined ? within : `name = $1 and ${within}`;
  const values = name === undefined ? [] : [name];
  const items = await readEvents<R>(
    database,
    { select, condition, values },
    { limit, offset: offset - hours.before },
  );
  return { items, total };
}
