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
  /** By name, of the secrets that are stored. */
  fingerprints: z.nullish(z.record(z.string(), z.string())),
});

const Values = z.record(z.string(), z.unknown());

/** Choice: saves of warehouse settings are listed with who made them; of a secret that was changed the fingerprint is told, null where it was removed. */
export const WarehouseChange = z.looseObject({
  /** Or "use": of the provider in use and the limits. */
  provider: z.string(),
  /** ms. */
  savedTime: z.number(),
  savedBy: z.string(),
  /** Those that changed alone, before and after; null is none. */
  before: Values,
  after: Values,
  secrets: z.record(z.string(), z.nullable(z.string())),
});
export type WarehouseChange = z.infer<typeof WarehouseChange>;

/** Of the statements of whichever provider is in use, those that were not given as they are by themselves. */
export const WarehouseLimits = z.looseObject({
  bytesPerStatement: z.number(),
  bytesPerDay: z.number(),
  seconds: z.number(),
  /** Statements at once. */
  concurrent: z.number(),
});
export type WarehouseLimits = z.infer<typeof WarehouseLimits>;

export const usualLimits = {
  bytesPerStatement: 200e9,
  bytesPerDay: 1000e9,
  seconds: 900,
  concurrent: 2,
} as const satisfies WarehouseLimits;

/** Choice: warehouse settings are answered without their secrets, of which only the names are. */
export const WarehouseConnection = z.looseObject({
  databricks: z.nullish(StoredSettings),
  snowflake: z.nullish(StoredSettings),
  bigquery: z.nullish(StoredSettings),
  redshift: z.nullish(StoredSettings),
  athena: z.nullish(StoredSettings),
  trino: z.nullish(StoredSettings),
  postgres: z.nullish(StoredSettings),
  /** The provider in use. */
  active: z.nullish(z.string()),
  limits: z.nullish(WarehouseLimits),
  /** Bytes that statements have read today, in UTC, at the provider in use. */
  bytesToday: z.nullish(z.number()),
  /** The newest first. */
  history: z.nullish(z.array(WarehouseChange)),
});
export type WarehouseConnection = z.infer<typeof WarehouseConnection>;
