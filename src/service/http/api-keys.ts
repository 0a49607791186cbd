// API keys of the console and of apps: stored as hashes and compared in constant time. The key itself is only known when it is created.
import { hash as hashed, randomBytes, timingSafeEqual } from "node:crypto";
import type { NewKey } from "#contract/stored-key-update.ts";
import type { Database, Transaction } from "#service/database/database.ts";

type Rights = "read" | "write";

export const sdkKinds = ["server", "client"] as const;
/** A server key reads rules, evaluates and logs. A client key, which is public in an app, evaluates for one user and logs, and reads
 *  rules only if created for that purpose. */
export type SdkKind = (typeof sdkKinds)[number];

type StoredKey = {
  id: string;
  name: string;
  /** SHA-256 of the key, as 64 hexadecimal digits. */
  hash: string;
  /** The last four characters of the key; null for keys older than this column. */
  ending: string | null;
  /** Name of the console key that created it; null if a command did. */
  creatorName: string | null;
  /** ms since the epoch. */
  createdTime: number;
  revokedTime: number | null;
  /** True for client keys for on-device evaluation; false once the key is revoked. */
  readsRules: boolean;
} & (
  | { kind: "console"; rights: Rights; environment: null }
  | { kind: SdkKind; rights: null; environment: string }
);

// A key is 32 random bytes and cannot be guessed, so a fast hash is as secure as a slow one.
const hashOf = (key: string): Buffer => hashed("sha256", key, "buffer");

const common = `id, name, hash, ending, creator_name as "creatorName", created_time as "createdTime"`;

/** Returns the valid keys in order of creation. */
export const listKeys = (database: Pick<Database, "query">): Promise<StoredKey[]> =>
  database.query<StoredKey>(
    `select ${common}, 'console' as kind, rights, null as environment, null as "revokedTime", false as "readsRules"
       from api_key
     union all
     select ${common}, kind, null, environment, null, coalesce(reads_rules, false) from sdk_key order by "createdTime", id`,
  );

/** Maximum number of revoked keys to keep, so that requests with one get a specific error message. */
const mostRevoked = 200;

/** Returns the valid keys, followed by revoked ones, the most recently revoked first. */
export const listAllKeys = async (database: Pick<Database, "query">): Promise<StoredKey[]> => [
  ...(await listKeys(database)),
  ...(await database.query<StoredKey>(
    `select ${common}, kind, rights, environment, revoked_time as "revokedTime", false as "readsRules"
     from revoked_key
     order by revoked_time desc, id limit ${mostRevoked}`,
  )),
];

/** Milliseconds that stored keys are cached where no notifications of changes arrive. Choice: a key revoked by another process on the same PostgreSQL is refused within two seconds. */
const cachedFor = 2000;

/** Cache of the stored keys, which every request needs; cleared when keys change. */
const cache = new WeakMap<
  Database,
  { keys: Promise<StoredKey[]>; until: number; changeNumber: number | undefined }
>();

function cachedKeys(database: Database): Promise<StoredKey[]> {
  const known = cache.get(database);
  const changeNumber = database.changeNumber?.("keys");
  if (known && performance.now() < known.until && known.changeNumber === changeNumber) return known.keys;
  const keys = listAllKeys(database);
  cache.set(database, { keys, until: performance.now() + cachedFor, changeNumber });
  keys.catch(() => cache.delete(database));
  return keys;
}

/** Prefixes of keys: client SDKs reject keys with any other prefix. */
const beginnings = { server: "secret", client: "client", write: "console", read: "read" } as const;

/** Generates a random key; it is not stored yet. */
export const keyText = (of: keyof typeof beginnings): string =>
  `${beginnings[of]}-${randomBytes(32).toString("base64url")}`;

/** Inserts a key and returns its id. */
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

/** Clears the cache, so that the next request reads the keys again. */
export const forgetKeys = (database: Database) => void cache.delete(database);

/** Thrown if another valid key has the name: names must be unique, since changes are signed with them. */
export class KeyNameTaken extends Error {
  constructor(name: string) {
    super(`There is a key named '${name}' already. Choose another name, or revoke that one first.`);
  }
}

/** Stores the hash of a key and returns its id; throws if another key has its name. `creator` is the name of the key that creates it. */
export async function storeKey(database: Database, text: string, key: NewKey, now: number, creator?: string) {
  const id = await database.transaction(async (transaction) => {
    if ((await listKeys(transaction)).some(({ name }) => name === key.name)) throw new KeyNameTaken(key.name);
    return insertKey(transaction, text, key, now, creator);
  });
  forgetKeys(database);
  return id;
}

/** Creates a key, stores its hash and returns the key itself, which cannot be read again. */
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

/** Removes scheduled revocations that no longer apply: a key stays valid if no newer key of its name replaces it any more. */
async function clearEnds(transaction: Transaction, revoked: string) {
  const newest = new Map((await listKeys(transaction)).map(({ name, id }) => [name, id]));
  await transaction.query("delete from key_end where key_id = any($1)", [[...newest.values(), revoked]]);
}

const keptNames = ["id", "name", "hash", "ending", "creator_name", "created_time"] as const;
const kept = keptNames.join();

/** Revokes a key and returns whether it was valid. If two processes do so concurrently, only one succeeds. */
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

/** Returns the stored key of any kind that matches, revoked ones included.
 *  All hashes are compared, so that timing does not reveal a match. */
export async function findStoredKey(database: Database, sent: string): Promise<StoredKey | undefined> {
  const hash = hashOf(sent);
  let found: StoredKey | undefined;
  for (const key of await cachedKeys(database)) {
    const stored = Buffer.from(key.hash, "hex");
    if (stored.length === hash.length && timingSafeEqual(stored, hash)) found = key;
  }
  return found;
}

/** Returns the valid console key that was sent, if any; the key from the configuration has no id. */
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
