// What the address of a config says: the tab and the chosen rule.
import { z } from "zod";

export const configTabs = ["rules", "default", "schema", "trial", "history"] as const;
export type ConfigTab = (typeof configTabs)[number];

export const DynamicConfigSearch = z.object({
  tab: z.enum(configTabs).optional().catch(undefined),
  rule: z.coerce.string().optional().catch(undefined),
  /** Key of the variant whose value is in view. */
  variant: z.coerce.string().optional().catch(undefined),
  /** Which of several drafts opens. */
  draft: z.string().optional().catch(undefined),
  /** Two versions that are compared; against the current one when only one is given. */
  version: z.int().optional().catch(undefined),
  against: z.int().optional().catch(undefined),
});
