// What the address of the entity properties says.
import { z } from "zod";

export const EntityPropertiesSearch = z.object({
  search: z.coerce.string().optional().catch(undefined),
  source: z.coerce.string().optional().catch(undefined),
});
