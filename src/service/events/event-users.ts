// Answers recent users with the attributes that their events carry: the back-test evaluates rules for them.
import type { EventUser } from "#contract/event.ts";
import { isJsonObject } from "#contract/json5.ts";
import type { Database } from "#service/database/database.ts";
import { readPage } from "#service/database/pages.ts";
import type { Handlers } from "#service/http/handler.ts";

// Choice: recent users are those of the newest 20000 events, and a user's attributes come from the newest 20.
const recentEvents = 20_000;
const eventsOfUser = 20;

const ofUsers = "from event where time >= $1 and unit_id <> ''";

type User = Pick<EventUser, "userID" | "timestamp">;

/** Time of the oldest recent event, ms since the epoch. */
async function recentSince(database: Database): Promise<number> {
  const [row] = await database.query<{ since: number | null }>(
    `select min(time) as since from (select time from event order by time desc limit ${recentEvents}) as newest`,
  );
  return row?.since ?? 0;
}

/** Newest event first within each user. */
const readMetadata = (database: Database, since: number, users: readonly string[]) =>
  database.query<{ unit_id: string; metadata: unknown }>(
    `select unit_id, metadata from (
       select unit_id, metadata, row_number() over (partition by unit_id order by time desc, seq desc) as place
       ${ofUsers} and unit_id = any($2)
     ) as own where place <= ${eventsOfUser} order by unit_id, place`,
    [since, users],
  );

export const eventUserHandlers = (database: Database): Pick<Handlers, "listEventUsers"> => ({
  listEventUsers: async ({ query }) => {
    const since = await recentSince(database);
    const from = `(select unit_id, max(time) as time, max(seq) as seq ${ofUsers} group by unit_id) as users`;
    const select = `unit_id as "userID", cast(time as text) as timestamp`;
    const order = "time desc, seq desc";
    const page = { select, from, order, values: [since] };
    const { items: users, total } = await readPage<User>(database, page, query);
    const ids = users.map(({ userID }) => userID);
    const metadata = new Map<string, Record<string, unknown>>();
    for (const row of ids.length ? await readMetadata(database, since, ids) : [])
      if (isJsonObject(row.metadata))
        metadata.set(row.unit_id, { ...row.metadata, ...metadata.get(row.unit_id) });
    return { items: users.map((user) => ({ ...user, metadata: metadata.get(user.userID) ?? {} })), total };
  },
});
