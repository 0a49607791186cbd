// Handles warehouse settings (API 4.1): merges them field by field; secrets are stored encrypted and never returned.
import { z } from "zod/mini";
import {
  secretFields,
  warehouseProviderNames,
  type WarehouseProvider,
} from "#contract/warehouse-providers.ts";
import { settingsBefore } from "#contract/former-settings.ts";
import { sameJson } from "#contract/json5.ts";
import { FormerSettings, type WarehouseConnection } from "#contract/warehouse-connection.ts";
import type { WarehouseConnectionUpdate } from "#contract/warehouse-connection-update.ts";
import type { Database, Reader, Transaction } from "#service/database/database.ts";
import { badField, HttpError } from "#service/http/errors.ts";
import type { Handlers, RequestContext } from "#service/http/handler.ts";
import { decryptSecret, encryptSecret } from "#service/warehouse/secrets.ts";
import { readUse, useRow } from "#service/warehouse/stored-connection.ts";
import { bytesOfDay } from "#service/warehouse/bytes-read.ts";
import { fingerprintsOf } from "./fingerprints.ts";
import { keyProblem } from "./doctor/key-problems.ts";
import { noteChange, readChanges } from "./setting-changes.ts";
import { isKeyInUse } from "./secrets-key.ts";

const Stored = z.object({
  settings: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.string()),
  former: z.nullish(FormerSettings),
});
type Stored = z.infer<typeof Stored>;

async function readStored(reader: Reader, provider: WarehouseProvider): Promise<Stored> {
  const [row] = await reader.query(
    "select settings, secrets, former from warehouse_connection where provider = $1",
    [provider],
  );
  return row ? Stored.parse(row) : { settings: {}, secrets: {} };
}

const isGiven = (value: unknown) => value !== undefined && value !== null;
const UseSettings = z.object({
  active: z.optional(z.string()),
  limits: z.optional(z.record(z.string(), z.unknown())),
});

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
  return { ...stored, settings, secrets };
}

/** Returns all settings including decrypted secrets. */
const plainOf = ({ settings, secrets }: Stored, provider: WarehouseProvider, secretsKey: Buffer) => ({
  ...settings,
  ...Object.fromEntries(
    Object.entries(secrets).map(([name, text]) => [
      name,
      decryptSecret(secretsKey, `${provider}.${name}`, text),
    ]),
  ),
});

const ofKeys = /key|certificate|PassPhrase/i;

/** Checks keys only if one is sent, so that older invalid settings can be fixed one by one. */
async function refuseUnusable(provider: WarehouseProvider, given: object, after: Stored, secretsKey: Buffer) {
  if (!Object.keys(given).some((name) => ofKeys.test(name))) return;
  const problem = await keyProblem(provider, plainOf(after, provider, secretsKey));
  if (problem) throw badField(`${provider}.${problem.field}`, problem.message);
}

interface Save {
  provider: WarehouseProvider;
  before: Stored;
  after: Stored;
  context: Pick<RequestContext, "now" | "key">;
  secretsKey: Buffer;
}

/** A save that changes only secrets keeps the previous undo state. */
async function store(transaction: Transaction, save: Save) {
  const { provider, before, after, secretsKey } = save;
  const { now, key } = save.context;
  const fingerprints = (one: Stored) =>
    fingerprintsOf(provider, plainOf(one, provider, secretsKey), secretsKey);
  await noteChange(transaction, {
    provider,
    time: now,
    by: key.name,
    before: before.settings,
    after: after.settings,
    secrets: { before: await fingerprints(before), after: await fingerprints(after) },
  });
  const former = sameJson(before.settings, after.settings)
    ? before.former
    : { settings: before.settings, savedTime: now, savedBy: key.name };
  await transaction.query("delete from warehouse_connection where provider = $1", [provider]);
  await transaction.query(
    "insert into warehouse_connection (provider, settings, secrets, former) values ($1, $2::jsonb, $3::jsonb, $4::jsonb)",
    [
      provider,
      JSON.stringify(after.settings),
      JSON.stringify(after.secrets),
      former ? JSON.stringify(former) : null,
    ],
  );
}

/** Stores the provider in use and the given limits; null removes a limit. */
async function storeUse(
  transaction: Transaction,
  { active, limits }: WarehouseConnectionUpdate,
  { now, key }: Pick<RequestContext, "now" | "key">,
) {
  if (active === undefined && limits === undefined) return;
  const [found] = await transaction.query("select settings from warehouse_connection where provider = $1", [
    useRow,
  ]);
  const { active: formerActive, limits: formerLimits } = UseSettings.parse(found?.["settings"] ?? {});
  const given = Object.entries({ ...formerLimits, ...limits }).filter(([, value]) => isGiven(value));
  const next = active === undefined ? formerActive : active;
  const settings: z.infer<typeof UseSettings> = {
    ...(isGiven(next) ? { active: next } : {}),
    limits: Object.fromEntries(given),
  };
  await noteChange(transaction, {
    provider: useRow,
    time: now,
    by: key.name,
    before: { ...formerLimits, active: formerActive },
    after: { ...settings.limits, active: settings.active },
    secrets: { before: {}, after: {} },
  });
  await transaction.query("delete from warehouse_connection where provider = $1", [useRow]);
  await transaction.query(
    "insert into warehouse_connection (provider, settings, secrets) values ($1, $2::jsonb, '{}'::jsonb)",
    [useRow, JSON.stringify(settings)],
  );
}

export const warehouseConnectionHandlers = (database: Database, secretsKey: Buffer) =>
  ({
    updateWarehouseConnection: async ({ body }, context) => {
      await database.transaction(async (transaction) => {
        if (!(await isKeyInUse(transaction, secretsKey)))
          throw new HttpError(
            503,
            "Another service on this database was started with another SECRETS_KEY. Start both with the same; nothing was stored.",
          );
        for (const provider of warehouseProviderNames) {
          const given = body[provider];
          if (!given) continue;
          const before = await readStored(transaction, provider);
          const after = merge(before, provider, given, secretsKey);
          await refuseUnusable(provider, given, after, secretsKey);
          await store(transaction, { provider, before, after, context, secretsKey });
        }
        await storeUse(transaction, body, context);
      });
      return {};
    },
    undoWarehouseConnection: async ({ body: { provider, savedTime, newestTime = savedTime } }, context) => {
      await database.transaction(async (transaction) => {
        const before = await readStored(transaction, provider);
        if (before.former?.savedTime !== newestTime)
          throw new HttpError(409, "The settings were saved again meanwhile. Nothing was undone.");
        const settings =
          savedTime === newestTime
            ? before.former.settings
            : settingsBefore(before.settings, await readChanges(transaction, provider), savedTime);
        if (!settings) throw new HttpError(409, "This save is not known. Nothing was undone.");
        const after = { ...before, settings };
        await store(transaction, { provider, before, after, context, secretsKey });
      });
      return {};
    },
    readWarehouseConnection: async (_, { now }) => {
      const use = await readUse(database);
      const data: WarehouseConnection = {
        ...use,
        history: await readChanges(database),
        ...(use.active ? { bytesToday: await bytesOfDay(database, use.active, now) } : {}),
      };
      for (const provider of warehouseProviderNames) {
        const stored = await readStored(database, provider);
        const { settings, secrets, former } = stored;
        const plain = plainOf(stored, provider, secretsKey);
        data[provider] = {
          ...settings,
          storedSecrets: Object.keys(secrets).sort(),
          fingerprints: await fingerprintsOf(provider, plain, secretsKey),
          former,
        };
      }
      return { data };
    },
  }) satisfies Pick<
    Handlers,
    "updateWarehouseConnection" | "undoWarehouseConnection" | "readWarehouseConnection"
  >;
