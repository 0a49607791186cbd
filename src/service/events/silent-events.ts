// Finds events that used to be logged often and have stopped.
import { LRUCache } from "lru-cache";
import type { Database } from "#service/database/database.ts";
import { counters } from "#service/database/logs.ts";

const hour = 3_600_000;
/** Minimum silence in ms; a shorter one may be a night or a deployment. */
const shortest = 6 * hour;
/** Minimum number of events that would usually have occurred during the silence; with fewer it may be chance. */
const expected = 50;
/** Period before the last event that determines the usual rate, in ms. */
const usual = 7 * 24 * hour;
/** Events that stopped longer ago, in ms, are not reported. */
const longest = 30 * 24 * hour;

type Last = { name: string; time: number };

async function readSilent(database: Database, now: number) {
  const lasts = await database.query<Last>(
    `select name, time from (
       select name, (select max(time) from event where event.name = counters.name) as time
       from ${counters} where kind = 'event'
     ) as event where time between $1 and $2`,
    [now - longest, now - shortest],
  );
  const counted = await Promise.all(
    lasts.map(async ({ name, time }) => {
      const [row] = await database.query<{ total: number }>(
        "select count(*) as total from event where name = $1 and time > $2 and time <= $3",
        [name, time - usual, time],
      );
      return { name, lastTime: time, perHour: ((row?.total ?? 0) * hour) / usual };
    }),
  );
  return counted
    .filter(({ lastTime, perHour }) => ((now - lastTime) / hour) * perHour >= expected)
    .sort((left, right) => right.perHour - left.perHour || (left.name < right.name ? -1 : 1));
}

/** Returns a function that reads the silent events, most frequent first, and caches them for a minute; `now` in ms. */
export function silentEvents(database: Database) {
  const found = new LRUCache<"all", Awaited<ReturnType<typeof readSilent>>, number>({
    max: 1,
    ttl: 60_000,
    fetchMethod: (_key, _stale, { context: now }) => readSilent(database, now),
  });
  return async (now: number) => (await found.fetch("all", { context: now })) ?? [];
}
