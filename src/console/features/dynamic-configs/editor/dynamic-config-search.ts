// The search parameters of a config: the tab and the chosen rule.
import { z } from "zod/mini";
import { optional, text } from "#console/foundation/api/address.ts";
import { editedSearch } from "#console/editing/session/edited-search.ts";
import { checksSearch } from "#console/rules/checks/checks-search.ts";

/** "default" is the row of the default value in the matrix. */
const configTabs = ["rules", "default", "checks", "schema", "trial", "settings", "history"] as const;
export type ConfigTab = (typeof configTabs)[number];

export const DynamicConfigSearch = z.object({
  tab: optional(z.enum(configTabs)),
  rule: text,
  /** Key of the variant whose value is in view. */
  variant: text,
  ...checksSearch,
  /** The fields that are columns of the matrix; all of them, as many as fit, where none is named. */
  fields: optional(z.array(z.string())),
  ...editedSearch,
});
export type DynamicConfigSearch = z.infer<typeof DynamicConfigSearch>;
