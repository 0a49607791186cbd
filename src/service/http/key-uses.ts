// Tracks the use of API keys: the last request, and counts by hour. Every
// request updates memory; a single batch is stored every half minute.
import type { Database } from "#service/database/database.ts";
import { repeat } from "./repeat.ts";

export type KeyUse = {
  /** ms */
  time: number;
  library: string;
  version: string;
};

/** Milliseconds between writes. Choice: the last use of a key and its requests by hour are stored every half minute, not with each request. */
const storedEvery = 30_000;

const hour = 3_600_000;
const hoursOfDay = 24;

interface Options {
  /** Aborts when the service stops; without it, uses are only kept in memory. */
  stop: AbortSignal | undefined;
  now: () => number;
  warn: (error: unknown) => void;
}

/** Number of requests of a key in one hour. */
interface Requests {
  id: string;
  hour: number;
  requests: number;
}

export function keyUses(database: Database, { stop, now, warn }: Options) {
  const uses = new Map<string, KeyUse>();
  let unstored = new Set<string>();
  let counts = new Map<string, Requests>();

  async function store() {
    if (unstored.size === 0) return;
    const [ids, counted] = [[...unstored], counts];
    [unstored, counts] = [new Set(), new Map()];
    await database.transaction(async (transaction) => {
      for (const id of ids) {
        const use = uses.get(id);
        if (use)
          await transaction.query(
            `insert into key_use (key_id, time, library, version) values ($1, $2, $3, $4)
             on conflict (key_id) do update set time = excluded.time, library = excluded.library, version = excluded.version`,
            [id, Math.trunc(use.time), use.library, use.version],
          );
      }
      for (const { id, hour: at, requests } of counted.values())
        await transaction.query(
          `insert into key_requests (key_id, hour, requests) values ($1, $2, $3)
           on conflict (key_id, hour) do update set requests = key_requests.requests + excluded.requests`,
          [id, at, requests],
        );
      await transaction.query("delete from key_requests where hour < $1", [firstHour(now()) - hoursOfDay]);
    });
  }
  repeat(store, { every: storedEvery, stop, warn });
  return {
    note: (id: string, use: KeyUse) => {
      uses.set(id, use);
      unstored.add(id);
      const at = Math.floor(use.time / hour);
      const key = `${id} ${at}`;
      counts.set(key, { id, hour: at, requests: (counts.get(key)?.requests ?? 0) + 1 });
    },
    store,
    /** Returns the last use by key id: the later of the stored one and the one in memory. */
    read: async (): Promise<Map<string, KeyUse>> => {
      const rows = await database.query<KeyUse & { id: string }>(
        "select key_id as id, time, library, version from key_use",
      );
      const all = new Map(rows.map(({ id, ...use }) => [id, use]));
      for (const [id, use] of uses) if (use.time >= (all.get(id)?.time ?? 0)) all.set(id, use);
      return all;
    },
    /** Returns the number of requests in the last 24 hours by key id. */
    readRequests: async (): Promise<ReadonlyMap<string, number>> => {
      const since = firstHour(now());
      const stored = await database.query<Omit<Requests, "hour">>(
        "select key_id as id, cast(sum(requests) as bigint) as requests from key_requests where hour >= $1 group by key_id",
        [since],
      );
      const all = new Map(stored.map(({ id, requests }) => [id, requests]));
      for (const { id, hour: at, requests } of counts.values())
        if (at >= since) all.set(id, (all.get(id) ?? 0) + requests);
      return all;
    },
  };
}
export type KeyUses = ReturnType<typeof keyUses>;

/** Returns the first of the last 24 hours, including the current one. */
const firstHour = (now: number) => Math.floor(now / hour) - hoursOfDay + 1;
