// The search parameters of the warehouse page.
import { z } from "zod/mini";

export const WarehouseSearch = z.object({
  provider: z.catch(
    z.optional(z.enum(["databricks", "snowflake", "bigquery", "redshift", "athena"])),
    undefined,
  ),
});
