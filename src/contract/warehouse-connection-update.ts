// The update of warehouse connections as written (API 4.1). What each provider takes is in warehouse-providers.ts.
import { z } from "zod/mini";
import { warehouseProviderNames, warehouseProviders } from "./warehouse-providers.ts";

/** Body of the update (API 4.1). What is left out keeps its stored value. */
export const WarehouseConnectionUpdate = z.strictObject({
  databricks: z.optional(warehouseProviders.databricks.settings),
  snowflake: z.optional(warehouseProviders.snowflake.settings),
  bigquery: z.optional(warehouseProviders.bigquery.settings),
  redshift: z.optional(warehouseProviders.redshift.settings),
  athena: z.optional(warehouseProviders.athena.settings),
});
export type WarehouseConnectionUpdate = z.output<typeof WarehouseConnectionUpdate>;

/** Choice: the last save of a provider's settings that are not secret can be undone, by the time of that save. */
export const WarehouseUndo = z.strictObject({
  provider: z.enum(warehouseProviderNames),
  savedTime: z.number(),
});
