// Keys of the console and of apps: stored as hashes, found in constant time. The key itself is known only at the moment it is made.
import { hash as hashed, randomBytes, timingSafeEqual } from "node:crypto";
import type { NewKey } from "#contract/stored-key-update.ts";
import type { Database, Transaction } from "#service/database/database.ts";

type Rights = "read" | "write";

export const sdkKinds = ["server", "client"] as const;
/** A server key reads rules, evaluates and logs; a client key, which anybody can read in an app, evaluates for one user and logs, and reads rules only where it was made for that. */
export type SdkKind = (typeof sdkKinds)[number];

type StoredKey = {
  id: string;
  name: string;
  /** Of 32 bytes, hexadecimal. */
  hash: string;
  /** The last four characters of the key; null where it is older than this column. */
  ending: string | null;
  /** Name of the console key that made it; null where a command did. */
  creatorName: string | null;
  /** ms since the epoch. */
  createdTime: number;
  revokedTime: number | null;
  /** Of a client key for evaluation on the device; a revoked one reads nothing. */
  readsRules: boolean;
} & (
  | { kind: "console"; rights: Rights; environment: null }
  | { kind: SdkKind; rights: null; environment: string }
);

// A key is 32 random bytes, so one fast hash is as good as a slow one: there is nothing to guess.
const hashOf = (key: string): Buffer => hashed("sha256", key, "buffer");

const common = `id, name, hash, ending, creator_name as "creatorName", created_time as "createdTime"`;

/** The keys that are valid, in the order in which they were made. */
export const listKeys = (database: Pick<Database, "query">): Promise<StoredKey[]> =>
  database.query<StoredKey>(
    `select ${common}, 'console' as kind, rights, null as environment, null as "revokedTime", false as "readsRules"
       from api_key
     union all
     select ${common}, kind, null, environment, null, coalesce(reads_rules, false) from sdk_key order by "createdTime", id`,
  );

/** Revoked keys that are remembered: who still sends one is told so. */
const mostRevoked = 200;

/** The keys that are valid, then those that were revoked, the last ones first. */
export const listAllKeys = async (database: Pick<Database, "query">): Promise<StoredKey[]> => [
  ...(await listKeys(database)),
  ...(await database.query<StoredKey>(
    `select ${common}, kind, rights, environment, revoked_time as "revokedTime", false as "readsRules"
     from revoked_key
     order by revoked_time desc, id limit ${mostRevoked}`,
  )),
];

/** ms, where nobody tells of changes. Choice: a key that another process on the same PostgreSQL revokes is refused within two seconds. */
const cachedFor = 2000;

/** Cache of the stored keys, which every request needs; a change of the keys empties it. */
const cache = new WeakMap<
  Database,
  { keys: Promise<StoredKey[]>; until: number; told: number | undefined }
>();

function cachedKeys(database: Database): Promise<StoredKey[]> {
  const known = cache.get(database);
  const told = database.told?.("keys");
  if (known && performance.now() < known.until && known.told === told) return known.keys;
  const keys = listAllKeys(database);
  cache.set(database, { keys, until: performance.now() + cachedFor, told });
  keys.catch(() => cache.delete(database));
  return keys;
}

/** The client libraries refuse a key that does not begin so. */
const beginnings = { server: "secret", client: "client", write: "console", read: "read" } as const;

/** A key that is not stored yet. */
export const keyText = (of: keyof typeof beginnings): string =>
  `${beginnings[of]}-${randomBytes(32).toString("base64url")}`;

/** Answers its id. */
export async function insertKey(
  transaction: Transaction,
  text: string,
  key: NewKey,
  now: number,
  creator?: string,
) {
  const id = randomBytes(5).toString("hex");
  const values = [id, key.name, hashOf(text).toString("hex"), text.slice(-4), now, creator ?? null];
  await (key.kind === "console"
    ? transaction.query(
        "insert into api_key (id, name, hash, ending, created_time, creator_name, rights) values ($1, $2, $3, $4, $5, $6, $7)",
        [...values, key.rights],
      )
    : transaction.query(
        `insert into sdk_key (id, name, hash, ending, created_time, creator_name, kind, environment, reads_rules)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [...values, key.kind, key.environment, key.readsRules ?? false],
      ));
  return id;
}

/** Keys were changed by others: they are read again at the next request. */
export const forgetKeys = (database: Database) => void cache.delete(database);

/** Another valid key has this name, by which changes are signed. */
export class KeyNameTaken extends Error {
  constructor(name: string) {
    super(`There is a key named '${name}' already. Choose another name, or revoke that one first.`);
  }
}

/** Stores the hash of a key, and answers its id; throws where another one has its name. `creator` is the name of the key that makes it. */
export async function storeKey(database: Database, text: string, key: NewKey, now: number, creator?: string) {
  const id = await database.transaction(async (transaction) => {
    if ((await listKeys(transaction)).some(({ name }) => name === key.name)) throw new KeyNameTaken(key.name);
    return insertKey(transaction, text, key, now, creator);
  });
  forgetKeys(database);
  return id;
}

/** Makes a key, stores its hash, and answers the key: the only time it can be read. */
export async function createKey(
  database: Database,
  key: NewKey,
  now: number,
  creator?: string,
): Promise<string> {
  const made = keyText(key.kind === "console" ? key.rights : key.kind);
  await storeKey(database, made, key, now, creator);
  return made;
}

/** A key has no end where nothing replaces it any more. */
async function clearEnds(transaction: Transaction, revoked: string) {
  const newest = new Map((await listKeys(transaction)).map(({ name, id }) => [name, id]));
  await transaction.query("delete from key_end where key_id = any($1)", [[...newest.values(), revoked]]);
}

const keptNames = ["id", "name", "hash", "ending", "creator_name", "created_time"] as const;
const kept = keptNames.join();

/** Takes a key out of the valid ones; answers whether there was one. Of two processes that do so at once, one does. */
export async function revokeKey(database: Database, id: string, now: number): Promise<boolean> {
  const isRevoked = await database.transaction(async (transaction) => {
    let found = false;
    for (const [table, others] of [
      ["api_key", "'console' as kind, rights, null as environment"],
      ["sdk_key", "kind, null as rights, environment"],
    ]) {
      const [row] = await transaction.query<Record<string, string | number | null>>(
        `delete from ${table} where id = $1 returning ${kept}, ${others}`,
        [id],
      );
      if (!row) continue;
      found = true;
      await transaction.query(
        `insert into revoked_key (${kept}, kind, rights, environment, revoked_time)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          ...keptNames.map((name) => row[name] ?? null),
          row["kind"] ?? null,
          row["rights"] ?? null,
          row["environment"] ?? null,
          Math.trunc(now),
        ],
      );
    }
    await clearEnds(transaction, id);
    return found;
  });
  forgetKeys(database);
  return isRevoked;
}

/** The stored key that was sent, of whatever kind, also a revoked one. Every stored hash is compared, whichever one matches. */
export async function findStoredKey(database: Database, sent: string): Promise<StoredKey | undefined> {
  const hash = hashOf(sent);
  let found: StoredKey | undefined;
  for (const key of await cachedKeys(database)) {
    const stored = Buffer.from(key.hash, "hex");
    if (stored.length === hash.length && timingSafeEqual(stored, hash)) found = key;
  }
  return found;
}

/** The valid console key that was sent, if it is known; the one of the settings has no id. */
export async function findKey(
  database: Database,
  sent: string | undefined,
  settingKey: string | undefined,
): Promise<{ id?: string; name: string; rights: Rights } | undefined> {
  if (!sent) return undefined;
  if (settingKey && timingSafeEqual(hashOf(settingKey), hashOf(sent)))
    return { name: "CONSOLE_API_KEY", rights: "write" };
  const key = await findStoredKey(database, sent);
  return key?.kind === "console" && key.revokedTime === null
    ? { id: key.id, name: key.name, rights: key.rights }
    : undefined;
}
