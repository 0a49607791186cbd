// Warehouse connection settings as answered: never a secret.
import { z } from "zod/mini";

/** Those that are not secret, as they stood before the last save that changed any of them. */
export const FormerSettings = z.looseObject({
  settings: z.record(z.string(), z.unknown()),
  /** Of that save; ms. */
  savedTime: z.number(),
  savedBy: z.string(),
});
export type FormerSettings = z.infer<typeof FormerSettings>;

const StoredSettings = z.looseObject({
  storedSecrets: z.nullish(z.array(z.string())),
  former: z.nullish(FormerSettings),
});

/** Choice: warehouse settings are answered without their secrets, of which only the names are. */
export const WarehouseConnection = z.looseObject({
  databricks: z.nullish(StoredSettings),
  snowflake: z.nullish(StoredSettings),
  bigquery: z.nullish(StoredSettings),
  redshift: z.nullish(StoredSettings),
  athena: z.nullish(StoredSettings),
});
export type WarehouseConnection = z.infer<typeof WarehouseConnection>;
