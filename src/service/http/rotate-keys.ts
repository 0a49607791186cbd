// A key is replaced by another one of its name: both are valid until the old one is revoked, or comes to its end.
import type { Database } from "#service/database/database.ts";
import { repeat } from "./repeat.ts";
import { forgetKeys, insertKey, keyText, listKeys, revokeKey } from "./api-keys.ts";

interface Rotation {
  /** Of the key that is replaced. */
  id: string;
  now: number;
  /** Name of the key that replaces it; undefined where a command does. */
  creator: string | undefined;
  /** ms; undefined where the old key stays until somebody revokes it. */
  endsTime: number | undefined;
}

/** Makes a key with the name and the rights of a valid one; undefined where there is none. */
export async function rotateKey(database: Database, { id, now, creator, endsTime }: Rotation) {
  const made = await database.transaction(async (transaction) => {
    const keys = await listKeys(transaction);
    const old = keys.find((key) => key.id === id);
    if (!old) return undefined;
    const { name, kind, readsRules } = old;
    const same =
      kind === "console"
        ? { name, kind, rights: old.rights }
        : { name, kind, environment: old.environment, ...(readsRules ? { readsRules } : {}) };
    const text = keyText(old.kind === "console" ? old.rights : old.kind);
    await transaction.query("delete from key_end where key_id = $1", [id]);
    if (endsTime !== undefined)
      await transaction.query("insert into key_end (key_id, ends_time) values ($1, $2)", [
        id,
        Math.trunc(endsTime),
      ]);
    // The newest of a name is told by its time.
    const after = Math.max(...keys.filter((key) => key.name === name).map((key) => key.createdTime));
    return { id: await insertKey(transaction, text, same, Math.max(now, after + 1), creator), text };
  });
  forgetKeys(database);
  return made;
}

/** ms, by the ids of the keys that have an end. */
export async function readEnds(database: Pick<Database, "query">): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ id: string; time: number }>(
    "select key_id as id, ends_time as time from key_end",
  );
  return new Map(rows.map(({ id, time }) => [id, time]));
}

/** Revokes the keys that have come to their end. */
export async function endKeys(database: Database, now: number) {
  for (const [id, time] of await readEnds(database)) if (time <= now) await revokeKey(database, id, time);
}

interface Options {
  now: () => number;
  stop: AbortSignal | undefined;
  warn: (error: unknown) => void;
}

/** ms; a key ends so much later at most. */
const lookedForEvery = 30_000;

export const endKeysInTime = (database: Database, { now, ...options }: Options) =>
  repeat(() => endKeys(database, now()), { every: lookedForEvery, ...options });
