// Warehouse connection settings as answered: never a secret.
import { z } from "zod";

const StoredSettings = z.looseObject({ storedSecrets: z.array(z.string()).nullish() });

/** Choice: reading gives, for each group, the stored values that are not secret and the names of the secrets that are set. */
export const WarehouseConnection = z.looseObject({
  databricks: StoredSettings.nullish(),
  snowflake: StoredSettings.nullish(),
  bigquery: StoredSettings.nullish(),
  redshift: StoredSettings.nullish(),
  athena: StoredSettings.nullish(),
});
export type WarehouseConnection = z.infer<typeof WarehouseConnection>;
