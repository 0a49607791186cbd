// One page of the event log, at any depth.
import type { Database, Row, Value } from "./database.ts";
import { hoursOfStretch } from "./event-hours.ts";
import { counters } from "./logs.ts";
import type { Found, PageOf } from "./pages.ts";

/** The newest first; events of one instant in a fixed order, the last stored first. */
export const newestFirst = "time desc, seq desc";

/**
 * Events that meet a condition, newest first. Only their times and numbers are put in order, whatever order they are stored in, and the
 * wide columns are read of those alone that are answered.
 */
export const readEvents = <R extends Row>(
  database: Database,
  { select, condition, values = [] }: { select: string; condition: string; values?: readonly Value[] },
  { limit, offset }: { limit: number; offset: number },
): Promise<R[]> => {
  // The embedded engine finds rows by their place several times as fast as by a column, PostgreSQL by an index.
  const key = database.engine === "duckdb" ? "rowid" : "seq";
  return database.query<R>(
    `select ${select} from event where ${key} in (
       select ${key} from event where ${condition} order by ${newestFirst} limit ${limit} offset ${offset}
     ) order by ${newestFirst}`,
    values,
  );
};

/** A page of all events, or of those of one name. The hours that hold it are known without a look at the log. */
export async function readEventPage<R extends Row>(
  database: Database,
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
