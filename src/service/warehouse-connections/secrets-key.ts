// Provides the key that encrypts warehouse secrets: found at start, and the same for all processes that use one database.
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod/mini";
import type { Database, Reader, Transaction } from "#service/database/database.ts";
import { decryptSecret, encryptSecret } from "#service/warehouse/secrets.ts";

/** Settings by these names. */
interface Where {
  readonly SECRETS_KEY?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
  readonly DATA_DIR: string;
}

const isHex = (text: string) => /^[0-9a-f]{64}$/i.test(text);

/** Used in the setting alone or after the new key, to state that the previous key is lost, which discards the stored secrets. */
const lost = "lost";

/** Returns the keys in the setting, the one in use first. */
const givenKeys = (setting = "") =>
  setting
    .split(",")
    .filter((text) => text !== "" && text !== lost)
    .map((text) => Buffer.from(text, isHex(text) ? "hex" : "base64"));

/** Reads the key from a file with mode 0600 in the data folder; creates a new key if `mayMake`. */
function keyOfFile({ DATABASE_URL, DATA_DIR }: Where, mayMake: boolean): Buffer {
  const file = join(DATA_DIR, "secrets-key");
  if (!existsSync(file)) {
    if (DATABASE_URL)
      throw new Error(
        "SECRETS_KEY: set it beside DATABASE_URL, the same for every process that uses the database, to 32 random bytes as hexadecimal digits.",
      );
    if (!mayMake)
      throw new Error(
        `The key of the warehouse secrets is missing: put the file ${file} back, or give what was in it as SECRETS_KEY. If it is lost, start once with SECRETS_KEY=lost: a new key is made, and stored warehouse secrets are removed.`,
      );
    writeFileSync(file, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
  }
  const stored = readFileSync(file, "utf8").trim();
  if (!isHex(stored))
    throw new Error(
      `The file ${file} does not hold 32 bytes as hexadecimal digits. Put the key back that was in it, or give it as SECRETS_KEY.`,
    );
  return Buffer.from(stored, "hex");
}

/** Identifies a key without revealing it. */
const fingerprintOf = (key: Buffer) =>
  createHash("sha256").update("assay secrets key").update(key).digest("hex").slice(0, 16);

const knownFingerprint = async (reader: Reader): Promise<string | undefined> => {
  const [known] = await reader.query<{ fingerprint: string }>("select fingerprint from secrets_key");
  return known?.fingerprint;
};

/** Returns false if a process that started later uses another key: it could not read what this process encrypts. */
export async function isKeyInUse(reader: Reader, key: Buffer): Promise<boolean> {
  const known = await knownFingerprint(reader);
  return known === undefined || known === fingerprintOf(key);
}

const Secrets = z.record(z.string(), z.string());

/** Re-encrypts all stored secrets with another key; removes them if there is no former key to decrypt them. */
async function renewSecrets(transaction: Transaction, current: Buffer, former: Buffer | undefined) {
  const rows = await transaction.query<{ provider: string; secrets: unknown }>(
    "select provider, secrets from warehouse_connection",
  );
  for (const { provider, secrets } of rows) {
    const renewed = Object.entries(former ? Secrets.parse(secrets) : {}).map(([name, text]) => {
      const place = `${provider}.${name}`;
      return [name, encryptSecret(current, place, decryptSecret(former ?? current, place, text))] as const;
    });
    await transaction.query("update warehouse_connection set secrets = $2::jsonb where provider = $1", [
      provider,
      JSON.stringify(Object.fromEntries(renewed)),
    ]);
  }
}

/**
 * Returns the key in use. The database remembers its fingerprint and the start fails with any other key, whatever is
 * stored. If the remembered key is second in the setting, all secrets are re-encrypted with the first; `lost` in its
 * place removes them.
 */
export async function openSecretsKey(database: Database, where: Where): Promise<Buffer> {
  const isLost = where.SECRETS_KEY?.split(",").includes(lost) ?? false;
  const [given, ...others] = givenKeys(where.SECRETS_KEY);
  return database.transaction(async (transaction) => {
    const known = await knownFingerprint(transaction);
    const current = given ?? keyOfFile(where, known === undefined || isLost);
    if (known === fingerprintOf(current)) return current;
    const former = others.find((key) => fingerprintOf(key) === known);
    if (known && !former && !isLost)
      throw new Error(
        `SECRETS_KEY: the database is used with another key (${known}, here ${fingerprintOf(current)}). Give the key that was in use. To change it, give the new and the old one, separated by a comma; if the old one is lost, write ${lost} instead of it: stored warehouse secrets are then removed.`,
      );
    if (known) await renewSecrets(transaction, current, former);
    await transaction.query("delete from secrets_key");
    await transaction.query("insert into secrets_key (fingerprint) values ($1)", [fingerprintOf(current)]);
    return current;
  });
}
