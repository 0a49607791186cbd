// The search parameters of a config: the tab and the chosen rule.
import { z } from "zod/mini";
import { checksSearch } from "#console/rules/checks/checks-search.ts";

/** "default" is the row of the default value in the matrix. */
const configTabs = ["rules", "default", "checks", "schema", "trial", "settings", "history"] as const;
export type ConfigTab = (typeof configTabs)[number];

export const DynamicConfigSearch = z.object({
  tab: z.catch(z.optional(z.enum(configTabs)), undefined),
  rule: z.catch(z.optional(z.coerce.string()), undefined),
  /** Key of the variant whose value is in view. */
  variant: z.catch(z.optional(z.coerce.string()), undefined),
  ...checksSearch,
  /** The fields that are columns of the matrix; all of them, as many as fit, where none is named. */
  fields: z.catch(z.optional(z.array(z.string())), undefined),
  /** Which of several drafts opens. */
  draft: z.catch(z.optional(z.string()), undefined),
  /** The version that is to be restored, by a link from elsewhere. */
  restore: z.catch(z.optional(z.int()), undefined),
  /** Two versions that are compared; against the current one when only one is given. */
  version: z.catch(z.optional(z.int()), undefined),
  against: z.catch(z.optional(z.int()), undefined),
});
export type DynamicConfigSearch = z.infer<typeof DynamicConfigSearch>;
