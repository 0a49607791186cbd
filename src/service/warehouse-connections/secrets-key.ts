// The key that encrypts warehouse secrets: found at start, and the same for all who use one database.
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod/mini";
import type { Database, Reader } from "#service/database/database.ts";
import { decryptSecret, encryptSecret } from "./secrets.ts";

/** The settings of this name. */
interface Where {
  readonly SECRETS_KEY?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
  readonly DATA_DIR: string;
}

const isHex = (text: string) => /^[0-9a-f]{64}$/i.test(text);

/** The keys of the setting, the one in use first; else that of a file of mode 0600 in the data folder, made at first use. */
function loadKeys({ SECRETS_KEY, DATABASE_URL, DATA_DIR }: Where): Buffer[] {
  if (SECRETS_KEY)
    return SECRETS_KEY.split(",").map((text) => Buffer.from(text, isHex(text) ? "hex" : "base64"));
  const file = join(DATA_DIR, "secrets-key");
  if (!existsSync(file)) {
    if (DATABASE_URL)
      throw new Error(
        "SECRETS_KEY: set it beside DATABASE_URL, the same for every process that uses the database, to 32 random bytes as hexadecimal digits.",
      );
    writeFileSync(file, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
  }
  const stored = readFileSync(file, "utf8").trim();
  if (!isHex(stored))
    throw new Error(
      `The file ${file} does not hold 32 bytes as hexadecimal digits. Put the key back that was in it, or give it as SECRETS_KEY.`,
    );
  return [Buffer.from(stored, "hex")];
}

/** Names a key without telling it. */
const fingerprintOf = (key: Buffer) =>
  createHash("sha256").update("assay secrets key").update(key).digest("hex").slice(0, 16);

const knownFingerprint = async (reader: Reader): Promise<string | undefined> => {
  const [known] = await reader.query<{ fingerprint: string }>("select fingerprint from secrets_key");
  return known?.fingerprint;
};

/** False where a process that started later uses another key: what this one encrypts, that one could not read. */
export async function isKeyInUse(reader: Reader, key: Buffer): Promise<boolean> {
  const known = await knownFingerprint(reader);
  return known === undefined || known === fingerprintOf(key);
}

const Secrets = z.record(z.string(), z.string());

/**
 * The key in use. The database remembers its fingerprint: where another key would leave secrets that nobody can read, the start is
 * refused. Where the remembered key stands second in the setting, all secrets are encrypted anew with the first.
 */
export async function openSecretsKey(database: Database, where: Where): Promise<Buffer> {
  const keys = loadKeys(where);
  const [current] = keys;
  if (!current) throw new Error("SECRETS_KEY: it holds no key.");
  await database.transaction(async (transaction) => {
    const known = await knownFingerprint(transaction);
    if (known === fingerprintOf(current)) return;
    const former = keys.find((key) => fingerprintOf(key) === known);
    const stored = await transaction.query<{ provider: string; secrets: unknown }>(
      "select provider, secrets from warehouse_connection",
    );
    const secretsOf = ({ secrets }: { secrets: unknown }) => Object.entries(Secrets.parse(secrets));
    if (known && !former && stored.some((row) => secretsOf(row).length > 0))
      throw new Error(
        `SECRETS_KEY: the warehouse secrets in the database are encrypted with another key (${known}, here ${fingerprintOf(current)}). Give the key that was in use; to change it, give the new and the old one, separated by a comma.`,
      );
    for (const row of former ? stored : []) {
      const { provider } = row;
      const renewed = secretsOf(row).map(([name, text]) => {
        const place = `${provider}.${name}`;
        return [name, encryptSecret(current, place, decryptSecret(former ?? current, place, text))] as const;
      });
      await transaction.query("update warehouse_connection set secrets = $2::jsonb where provider = $1", [
        provider,
        JSON.stringify(Object.fromEntries(renewed)),
      ]);
    }
    await transaction.query("delete from secrets_key");
    await transaction.query("insert into secrets_key (fingerprint) values ($1)", [fingerprintOf(current)]);
  });
  return current;
}
