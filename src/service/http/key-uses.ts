// The last use of each key: kept in memory at every request, and stored for all that were used every half minute.
import type { Database } from "#service/database/database.ts";

export type KeyUse = {
  /** ms */
  time: number;
  library: string;
  version: string;
};

/** ms. Choice: the last use of a key is stored every half minute, not with each request. */
const storedEvery = 30_000;

interface Options {
  /** Aborts when the service stops; without it uses stay in memory. */
  stop: AbortSignal | undefined;
  warn: (error: unknown) => void;
}

export function keyUses(database: Database, { stop, warn }: Options) {
  const uses = new Map<string, KeyUse>();
  let unstored = new Set<string>();

  async function store() {
    if (unstored.size === 0) return;
    const ids = [...unstored];
    unstored = new Set();
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
    });
  }
  if (stop) {
    const timer = setInterval(() => void store().catch(warn), storedEvery).unref();
    stop.addEventListener("abort", () => clearInterval(timer), { once: true });
  }
  return {
    note: (id: string, use: KeyUse) => {
      uses.set(id, use);
      unstored.add(id);
    },
    store,
    /** By the key's id, the later of what is stored and what this process knows. */
    read: async (): Promise<Map<string, KeyUse>> => {
      const rows = await database.query<KeyUse & { id: string }>(
        "select key_id as id, time, library, version from key_use",
      );
      const all = new Map(rows.map(({ id, ...use }) => [id, use]));
      for (const [id, use] of uses) if (use.time >= (all.get(id)?.time ?? 0)) all.set(id, use);
      return all;
    },
  };
}
export type KeyUses = ReturnType<typeof keyUses>;
