// Warehouse connection settings as answered: never a secret.
import { z } from "zod/mini";

const StoredSettings = z.looseObject({ storedSecrets: z.nullish(z.array(z.string())) });

/** Choice: warehouse settings are answered without their secrets, of which only the names are. */
export const WarehouseConnection = z.looseObject({
  databricks: z.nullish(StoredSettings),
  snowflake: z.nullish(StoredSettings),
  bigquery: z.nullish(StoredSettings),
  redshift: z.nullish(StoredSettings),
  athena: z.nullish(StoredSettings),
});
export type WarehouseConnection = z.infer<typeof WarehouseConnection>;
