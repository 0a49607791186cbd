// The URL search parameters of a config page, such as the tab and the selected rule.
import { z } from "zod/mini";
import { optional, text } from "#console/foundation/api/address.ts";
import { editedSearch } from "#console/editing/session/edited-search.ts";
import { checksSearch } from "#console/rules/checks/checks-search.ts";

/** "default" selects the row of the default value in the matrix. */
const configTabs = ["rules", "default", "checks", "schema", "trial", "settings", "history"] as const;
export type ConfigTab = (typeof configTabs)[number];

export const DynamicConfigSearch = z.object({
  tab: optional(z.enum(configTabs)),
  rule: text,
  /** Key of the selected variant. */
  variant: text,
  ...checksSearch,
  /** Names of the fields shown as columns of the matrix; if absent, the first fields of the schema. */
  fields: optional(z.array(z.string())),
  ...editedSearch,
});
export type DynamicConfigSearch = z.infer<typeof DynamicConfigSearch>;
