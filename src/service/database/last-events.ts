// The time of the last event of each name, according to the log.
import { LRUCache } from "lru-cache";
import type { Reader } from "./database.ts";
import { counters } from "./logs.ts";

const minute = 60_000;

async function readLastEvents(reader: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await reader.query<{ name: string; time: number | null }>(
    `select name, (select max(time) from event where event.name = counters.name) as time
     from ${counters} where kind = 'event'`,
  );
  return new Map(rows.flatMap(({ name, time }) => (time === null ? [] : [[name, time] as const])));
}

/** Returns a reader of these times that caches them for a minute, because searching a long log takes a while. */
export function lastEvents() {
  const found = new LRUCache<"all", ReadonlyMap<string, number>, Reader>({
    max: 1,
    ttl: minute,
    fetchMethod: (_key, _stale, { context: reader }) => readLastEvents(reader),
  });
  return async (reader: Reader) =>
    (await found.fetch("all", { context: reader })) ?? new Map<string, number>();
}
