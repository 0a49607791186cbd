// Answers recent users with the attributes that their events carry: the back-test evaluates rules for them.
import { EventUser } from "#contract/event.ts";
import { isJsonObject } from "#contract/json5.ts";
import type { Database, Row } from "#service/database/database.ts";
import type { Handlers } from "#service/http/handler.ts";

// Choice: recent users are those of the newest 20000 events, and a user's attributes come from the newest 20.
const recentEvents = 20_000;
const eventsOfUser = 20;

const ofUsers = "from event where time >= $1 and unit_id <> ''";

interface UserRow extends Row {
  unit_id: string;
  last: number;
}

interface MetadataRow extends Row {
  unit_id: string;
  metadata: unknown;
}

/** Time of the oldest recent event, ms since the epoch. */
async function recentSince(database: Database): Promise<number> {
  const [row] = await database.query<Row & { since: number | null }>(
    `select min(time) as since from (select time from event order by time desc limit ${recentEvents}) as newest`,
  );
  return row?.since ?? 0;
}

/** Newest event first within each user. */
const readMetadata = (database: Database, since: number, users: readonly string[]) =>
  database.query<MetadataRow>(
    `select unit_id, metadata from (
       select unit_id, metadata, row_number() over (partition by unit_id order by time desc, seq desc) as place
       ${ofUsers} and unit_id = any($2)
     ) as own where place <= ${eventsOfUser} order by unit_id, place`,
    [since, users],
  );

export const eventUserHandlers = (database: Database): Pick<Handlers, "listEventUsers"> => ({
  listEventUsers: async ({ query: { limit, page } }) => {
    const since = await recentSince(database);
    const [counted] = await database.query<Row & { total: number }>(
      `select count(distinct unit_id) as total ${ofUsers}`,
      [since],
    );
    const users = limit
      ? await database.query<UserRow>(
          `select unit_id, max(time) as last ${ofUsers} group by unit_id
           order by max(time) desc, max(seq) desc limit ${limit} offset ${(page - 1) * limit}`,
          [since],
        )
      : [];
    const ids = users.map((user) => user.unit_id);
    const metadata = new Map<string, Record<string, unknown>>();
    for (const row of ids.length ? await readMetadata(database, since, ids) : [])
      if (isJsonObject(row.metadata))
        metadata.set(row.unit_id, { ...row.metadata, ...metadata.get(row.unit_id) });
    const items = users.map(({ unit_id, last }) =>
      EventUser.parse({
        userID: unit_id,
        timestamp: String(last),
        metadata: metadata.get(unit_id) ?? {},
      }),
    );
    return { items, total: counted?.total ?? 0 };
  },
});
