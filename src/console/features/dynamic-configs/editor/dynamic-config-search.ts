// The search parameters of a config: the tab and the chosen rule.
import { z } from "zod/mini";
import { editedSearch } from "#console/editing/session/edited-search.ts";
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
  ...editedSearch,
});
export type DynamicConfigSearch = z.infer<typeof DynamicConfigSearch>;
