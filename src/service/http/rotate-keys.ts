// Rotation of API keys: a new key of the same name replaces the old one, and both are valid until the old one is revoked or expires.
import type { Database } from "#service/database/database.ts";
import { repeat } from "./repeat.ts";
import { forgetKeys, insertKey, keyText, listKeys, revokeKey } from "./api-keys.ts";

interface Rotation {
  /** Id of the key to replace. */
  id: string;
  now: number;
  /** Name of the key that requested the rotation; undefined if a command did. */
  creator: string | undefined;
  /** ms; when the old key expires. Undefined if it stays valid until somebody revokes it. */
  endsTime: number | undefined;
}

/** Creates a key with the name and rights of a valid key; undefined if there is no such key. */
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
    // The newest key of a name is identified by its creation time, so times must differ.
    const after = Math.max(...keys.filter((key) => key.name === name).map((key) => key.createdTime));
    return { id: await insertKey(transaction, text, same, Math.max(now, after + 1), creator), text };
  });
  forgetKeys(database);
  return made;
}

/** Returns the expiry times (ms) of rotated keys by key id. */
export async function readKeyExpiry(database: Pick<Database, "query">): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ id: string; time: number }>(
    "select key_id as id, ends_time as time from key_end",
  );
  return new Map(rows.map(({ id, time }) => [id, time]));
}

/** Revokes the keys that have expired. */
export async function revokeExpiredKeys(database: Database, now: number) {
  for (const [id, time] of await readKeyExpiry(database))
    if (time <= now) await revokeKey(database, id, time);
}

interface Options {
  now: () => number;
  stop: AbortSignal | undefined;
  warn: (error: unknown) => void;
}

/** ms; interval between checks, and so the maximum delay of a revocation. */
const lookedForEvery = 30_000;

export const scheduleKeyExpiry = (database: Database, { now, ...options }: Options) =>
  repeat(() => revokeExpiredKeys(database, now()), { every: lookedForEvery, ...options });
