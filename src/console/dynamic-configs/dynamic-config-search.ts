// What the address of a config says: the tab and the chosen rule.
import { z } from "zod";

export const configTabs = ["rules", "default", "schema", "history"] as const;
export type ConfigTab = (typeof configTabs)[number];

export const DynamicConfigSearch = z.object({
  tab: z.enum(configTabs).optional().catch(undefined),
  rule: z.coerce.string().optional().catch(undefined),
  version: z.int().optional().catch(undefined),
});
