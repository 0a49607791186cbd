// The address of the entity properties.
import { z } from "zod/mini";

export const EntityPropertiesSearch = z.object({
  search: z.catch(z.optional(z.coerce.string()), undefined),
  source: z.catch(z.optional(z.coerce.string()), undefined),
});
export type EntityPropertiesSearch = z.infer<typeof EntityPropertiesSearch>;
