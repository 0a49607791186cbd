// The users of recent events, with the attributes and ids in their events, so that rules can be tried on them.
import type { EventUser } from "#contract/event.ts";
import { isJsonObject } from "#contract/json5.ts";
import type { Reader } from "./database.ts";
import { readPage, type Found, type PageOf } from "./pages.ts";

// Choice: recent users are those of the newest 20000 events, and a user's attributes come from that user's newest 20.
const recentEvents = 20_000;
const eventsOfUser = 20;

const ofUsers = "from event where time >= $1 and unit_id <> ''";

type User = Pick<EventUser, "userID" | "timestamp">;

/** Time of the oldest recent event, in epoch milliseconds. */
async function recentSince(reader: Reader): Promise<number> {
  const [row] = await reader.query<{ since: number | null }>(
    `select min(time) as since from (select time from event order by time desc limit ${recentEvents}) as newest`,
  );
  return row?.since ?? 0;
}

/** Reads the recent events of users, the newest first within each user. */
const readMetadata = (reader: Reader, since: number, users: readonly string[]) =>
  reader.query<{ unit_id: string; metadata: unknown; ids: unknown; attributes: unknown }>(
    `select unit_id, metadata, ids, attributes from (
       select unit_id, metadata, ids, attributes, row_number() over (partition by unit_id order by time desc, seq desc) as place
       ${ofUsers} and unit_id = any($2)
     ) as own where place <= ${eventsOfUser} order by unit_id, place`,
    [since, users],
  );

/** The users of recent events, the most recent first. */
export async function readRecentUsers(reader: Reader, query: PageOf): Promise<Found<EventUser>> {
  const since = await recentSince(reader);
  const from = `(select unit_id, max(time) as time, max(seq) as seq ${ofUsers} group by unit_id) as users`;
  const select = `unit_id as "userID", cast(time as text) as timestamp`;
  const order = "time desc, seq desc";
  const page = { select, from, order, values: [since] };
  const { items: users, total } = await readPage<User>(reader, page, query);
  const ids = users.map(({ userID }) => userID);
  const metadata = new Map<string, Record<string, unknown>>();
  for (const row of ids.length ? await readMetadata(reader, since, ids) : [])
    // The statements of the app about its user take precedence over the metadata of the event.
    metadata.set(
      row.unit_id,
      Object.assign(
        {},
        ...[row.metadata, row.ids, row.attributes].filter(isJsonObject),
        metadata.get(row.unit_id),
      ),
    );
  return { items: users.map((user) => ({ ...user, metadata: metadata.get(user.userID) ?? {} })), total };
}
