// Reads the stored settings of a provider including its decrypted secrets, for opening connections; they must never be served or logged.
import { z } from "zod/mini";
import { defaultLimits, WarehouseLimits } from "#contract/warehouse-connection.ts";
import { warehouseProviderNames, type WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { Reader } from "#service/database/database.ts";
import type { PlainSettings } from "./open-client.ts";
import { decryptSecret } from "./secrets.ts";

/** Name of the row, besides those of the providers, that stores which provider is in use, and the limits. */
export const useRow = "use";

const Row = z.object({
  settings: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.string()),
});
const Use = z.looseObject({
  active: z.optional(z.enum(warehouseProviderNames)),
  limits: z.optional(z.partial(WarehouseLimits)),
});

export interface WarehouseUse {
  active: WarehouseProvider | undefined;
  limits: WarehouseLimits;
}

export async function readUse(reader: Reader): Promise<WarehouseUse> {
  const [found] = await reader.query("select settings from warehouse_connection where provider = $1", [
    useRow,
  ]);
  const { active, limits } = Use.parse(found?.["settings"] ?? {});
  return { active, limits: WarehouseLimits.parse({ ...defaultLimits, ...limits }) };
}

export async function readPlainSettings(
  reader: Reader,
  secretsKey: Buffer,
  provider: WarehouseProvider,
): Promise<PlainSettings> {
  const [found] = await reader.query(
    "select settings, secrets from warehouse_connection where provider = $1",
    [provider],
  );
  if (!found) return {};
  const { settings, secrets } = Row.parse(found);
  const opened = Object.entries(secrets).map(
    ([name, stored]) => [name, decryptSecret(secretsKey, `${provider}.${name}`, stored)] as const,
  );
  return { ...settings, ...Object.fromEntries(opened) };
}
