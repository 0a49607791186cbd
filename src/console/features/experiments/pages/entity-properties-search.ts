// Search parameters of the entity properties page.
import { z } from "zod/mini";
import { text } from "#console/foundation/api/address.ts";

export const EntityPropertiesSearch = z.object({
  search: text,
  source: text,
});
export type EntityPropertiesSearch = z.infer<typeof EntityPropertiesSearch>;
