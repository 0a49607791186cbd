// Request schemas of warehouse connections (API 4.1). The settings of each provider are in warehouse-providers.ts.
import { z } from "zod/mini";
import { warehouseProviderNames, warehouseProviders } from "./warehouse-providers.ts";

/** Choice: an update of warehouse settings also sets the active provider (null for none) and the limits of statements (null for the default). */
const most = (limit: number) => z.nullish(z.int().check(z.gte(1), z.lte(limit)));

/** Body of the update (API 4.1). Omitted settings keep their stored values. */
export const WarehouseConnectionUpdate = z.strictObject({
  databricks: z.optional(warehouseProviders.databricks.settings),
  snowflake: z.optional(warehouseProviders.snowflake.settings),
  bigquery: z.optional(warehouseProviders.bigquery.settings),
  redshift: z.optional(warehouseProviders.redshift.settings),
  athena: z.optional(warehouseProviders.athena.settings),
  trino: z.optional(warehouseProviders.trino.settings),
  postgres: z.optional(warehouseProviders.postgres.settings),
  active: z.nullish(z.enum(warehouseProviderNames)),
  limits: z.optional(
    z.strictObject({
      bytesPerStatement: most(1e15),
      bytesPerDay: most(1e16),
      seconds: most(86_400),
      concurrent: most(100),
    }),
  ),
});
export type WarehouseConnectionUpdate = z.output<typeof WarehouseConnectionUpdate>;

/** Choice: a save of a provider's non-secret settings can be undone with all later saves; the request names its time and that of the newest save. */
export const WarehouseUndo = z.strictObject({
  provider: z.enum(warehouseProviderNames),
  savedTime: z.number(),
  /** Time of the newest save that the client has seen; without it, only the newest save can be undone. */
  newestTime: z.optional(z.number()),
});

/** Choice: settings of a provider can be tested before they are saved; omitted settings, including secrets, have their stored values. */
export const WarehouseCheckRequest = z.strictObject({
  provider: z.enum(warehouseProviderNames),
  settings: z.record(z.string(), z.unknown()),
});
