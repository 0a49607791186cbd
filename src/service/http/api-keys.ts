// API keys: stored as hashes, found in constant time. The key itself is known only at the moment it is made.
import { hash as hashed, randomBytes, timingSafeEqual } from "node:crypto";
import type { Database } from "#service/database/database.ts";

export type Rights = "read" | "write";

type ApiKey = {
  id: string;
  name: string;
  rights: Rights;
  /** ms since the epoch. */
  createdTime: number;
};

type StoredKey = ApiKey & { hash: string };

// A key is 32 random bytes, so one fast hash is as good as a slow one: there is nothing to guess.
const hashOf = (key: string): Buffer => hashed("sha256", key, "buffer");

const readKeys = (database: Database) =>
  database.query<StoredKey>(
    'select id, name, rights, hash, created_time as "createdTime" from api_key order by created_time, id',
  );

/** ms. Choice: a key that another process on the same PostgreSQL revokes is refused within two seconds. */
const cachedFor = 2000;

/** Cache of the stored keys, which every request needs; a change of the keys empties it. */
const cache = new WeakMap<Database, { keys: Promise<StoredKey[]>; until: number }>();

function cachedKeys(database: Database): Promise<StoredKey[]> {
  const known = cache.get(database);
  if (known && performance.now() < known.until) return known.keys;
  const keys = readKeys(database);
  cache.set(database, { keys, until: performance.now() + cachedFor });
  keys.catch(() => cache.delete(database));
  return keys;
}

export const listKeys = (database: Database): Promise<ApiKey[]> => readKeys(database);

/** A key that is not stored yet. */
export const newKey = (rights: Rights): string =>
  `${rights === "write" ? "console" : "read"}-${randomBytes(32).toString("base64url")}`;

/** Stores the hash of a key. */
export async function storeKey(
  database: Database,
  key: string,
  { name, rights, now }: { name: string; rights: Rights; now: number },
) {
  await database.transaction((transaction) =>
    transaction.query(
      "insert into api_key (id, name, hash, rights, created_time) values ($1, $2, $3, $4, $5)",
      [randomBytes(5).toString("hex"), name, hashOf(key).toString("hex"), rights, now],
    ),
  );
  cache.delete(database);
}

/** Makes a key, stores its hash, and answers the key: the only time it can be read. */
export async function createKey(
  database: Database,
  key: { name: string; rights: Rights; now: number },
): Promise<string> {
  const made = newKey(key.rights);
  await storeKey(database, made, key);
  return made;
}

/** Removes a key; answers whether there was one. */
export async function revokeKey(database: Database, id: string): Promise<boolean> {
  const removed = await database.transaction((transaction) =>
    transaction.query("delete from api_key where id = $1 returning id", [id]),
  );
  cache.delete(database);
  return removed.length > 0;
}

/** The key that was sent, if it is known. Every stored hash is compared, whichever one matches. */
export async function findKey(
  database: Database,
  sent: string | undefined,
  settingKey: string | undefined,
): Promise<{ name: string; rights: Rights } | undefined> {
  if (!sent) return undefined;
  const hash = hashOf(sent);
  let found: { name: string; rights: Rights } | undefined;
  for (const { name, rights, hash: text } of await cachedKeys(database)) {
    const stored = Buffer.from(text, "hex");
    if (stored.length === hash.length && timingSafeEqual(stored, hash)) found = { name, rights };
  }
  if (settingKey && timingSafeEqual(hashOf(settingKey), hash))
    found = { name: "CONSOLE_API_KEY", rights: "write" };
  return found;
}
