// Response schemas of warehouse connections; they never contain secrets.
import { z } from "zod/mini";

/** Non-secret settings before the last save that changed any of them. */
export const FormerSettings = z.looseObject({
  settings: z.record(z.string(), z.unknown()),
  /** Time of that save in ms. */
  savedTime: z.number(),
  savedBy: z.string(),
});
export type FormerSettings = z.infer<typeof FormerSettings>;

const StoredSettings = z.looseObject({
  storedSecrets: z.nullish(z.array(z.string())),
  former: z.nullish(FormerSettings),
  /** Fingerprints of the stored secrets, by name. */
  fingerprints: z.nullish(z.record(z.string(), z.string())),
});

const Values = z.record(z.string(), z.unknown());

/** Choice: saves of warehouse settings are listed with their authors; a changed secret has its new fingerprint, or null if it was removed. */
export const WarehouseChange = z.looseObject({
  /** A provider, or "use" for changes of the active provider and the limits. */
  provider: z.string(),
  /** ms since the epoch. */
  savedTime: z.number(),
  savedBy: z.string(),
  /** Only the settings that changed, before and after; null means none. */
  before: Values,
  after: Values,
  secrets: z.record(z.string(), z.nullable(z.string())),
});
export type WarehouseChange = z.infer<typeof WarehouseChange>;

/** Limits of statements on the active provider; limits that were not set have their default values. */
export const WarehouseLimits = z.looseObject({
  bytesPerStatement: z.number(),
  bytesPerDay: z.number(),
  seconds: z.number(),
  /** Maximum number of concurrent statements. */
  concurrent: z.number(),
});
export type WarehouseLimits = z.infer<typeof WarehouseLimits>;

export const defaultLimits = {
  bytesPerStatement: 200e9,
  bytesPerDay: 1000e9,
  seconds: 900,
  concurrent: 2,
} as const satisfies WarehouseLimits;

/** Choice: responses have only the names of secret warehouse settings, never the secrets. */
export const WarehouseConnection = z.looseObject({
  databricks: z.nullish(StoredSettings),
  snowflake: z.nullish(StoredSettings),
  bigquery: z.nullish(StoredSettings),
  redshift: z.nullish(StoredSettings),
  athena: z.nullish(StoredSettings),
  trino: z.nullish(StoredSettings),
  postgres: z.nullish(StoredSettings),
  /** The active provider. */
  active: z.nullish(z.string()),
  limits: z.nullish(WarehouseLimits),
  /** Bytes that statements on the active provider have read today (UTC). */
  bytesToday: z.nullish(z.number()),
  /** Changes, the newest first. */
  history: z.nullish(z.array(WarehouseChange)),
});
export type WarehouseConnection = z.infer<typeof WarehouseConnection>;
