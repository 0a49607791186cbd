// Warehouse connection settings as answered: never a secret.
import { z } from "zod";

const StoredSettings = z.looseObject({ storedSecrets: z.array(z.string()).nullish() });

/** Choice: warehouse settings are answered without their secrets, of which only the names are. */
export const WarehouseConnection = z.looseObject({
  databricks: StoredSettings.nullish(),
  snowflake: StoredSettings.nullish(),
  bigquery: StoredSettings.nullish(),
  redshift: StoredSettings.nullish(),
  athena: StoredSettings.nullish(),
});
export type WarehouseConnection = z.infer<typeof WarehouseConnection>;
