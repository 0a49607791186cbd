// What the address of the warehouse page says.
import { z } from "zod";

export const WarehouseSearch = z.object({
  provider: z.enum(["databricks", "snowflake", "bigquery", "redshift", "athena"]).optional().catch(undefined),
});
