// Warehouse settings (API 4.1): merged field by field; secrets go in encrypted and never come out.
import { createPrivateKey } from "node:crypto";
import { z } from "zod/mini";
import {
  secretFields,
  warehouseProviderNames,
  type WarehouseProvider,
} from "#contract/warehouse-providers.ts";
import type { WarehouseConnection } from "#contract/warehouse-connection.ts";
import type { Database, Reader, Transaction } from "#service/database/database.ts";
import { badField } from "#service/http/errors.ts";
import type { Handlers } from "#service/http/handler.ts";
import { decryptSecret, encryptSecret } from "./secrets.ts";

const Stored = z.object({
  settings: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.string()),
});
type Stored = z.infer<typeof Stored>;

async function readStored(reader: Reader, provider: WarehouseProvider): Promise<Stored> {
  const [row] = await reader.query("select settings, secrets from warehouse_connection where provider = $1", [
    provider,
  ]);
  return row ? Stored.parse(row) : { settings: {}, secrets: {} };
}

/** Choice: a warehouse setting left out of a write keeps its value; an empty text and null clear it. */
function merge(stored: Stored, provider: WarehouseProvider, given: object, secretsKey: Buffer): Stored {
  const settings = { ...stored.settings };
  const secrets = { ...stored.secrets };
  const secretNames = new Set(secretFields(provider));
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const target: Record<string, unknown> = secretNames.has(name) ? secrets : settings;
    if (value === "" || value === null) delete target[name];
    else if (secretNames.has(name))
      secrets[name] = encryptSecret(secretsKey, `${provider}.${name}`, String(value));
    else settings[name] = value;
  }
  return { settings, secrets };
}

/** The private key of a sign-in by key pair opens, with its pass phrase where it has one; a bad one must not replace a good one. */
function refuseUnopened({ secrets }: Stored, given: object, secretsKey: Buffer) {
  if (!("privateKey" in given || "keyPassPhrase" in given)) return;
  const plain = (name: string) => {
    const text = secrets[name];
    return text === undefined ? undefined : decryptSecret(secretsKey, `snowflake.${name}`, text);
  };
  const [key, passphrase] = [plain("privateKey"), plain("keyPassPhrase")];
  if (key === undefined) return;
  try {
    createPrivateKey(passphrase === undefined ? { key } : { key, passphrase });
  } catch {
    if (key.includes("ENCRYPTED"))
      throw badField(
        "snowflake.keyPassPhrase",
        passphrase === undefined
          ? "The private key is encrypted: its pass phrase is needed"
          : "It does not open the private key",
      );
    throw badField("snowflake.privateKey", "It is no private key that can be read");
  }
}

async function store(
  transaction: Transaction,
  provider: WarehouseProvider,
  given: object,
  secretsKey: Buffer,
) {
  const merged = merge(await readStored(transaction, provider), provider, given, secretsKey);
  if (provider === "snowflake") refuseUnopened(merged, given, secretsKey);
  await transaction.query("delete from warehouse_connection where provider = $1", [provider]);
  await transaction.query(
    "insert into warehouse_connection (provider, settings, secrets) values ($1, $2::jsonb, $3::jsonb)",
    [provider, JSON.stringify(merged.settings), JSON.stringify(merged.secrets)],
  );
}

export const warehouseConnectionHandlers = (database: Database, secretsKey: Buffer) =>
  ({
    updateWarehouseConnection: async ({ body }) => {
      await database.transaction(async (transaction) => {
        for (const provider of warehouseProviderNames) {
          const given = body[provider];
          if (given) await store(transaction, provider, given, secretsKey);
        }
      });
      return {};
    },
    readWarehouseConnection: async () => {
      const data: WarehouseConnection = {};
      for (const provider of warehouseProviderNames) {
        const { settings, secrets } = await readStored(database, provider);
        data[provider] = { ...settings, storedSecrets: Object.keys(secrets).sort() };
      }
      return { data };
    },
  }) satisfies Pick<Handlers, "updateWarehouseConnection" | "readWarehouseConnection">;
