// The URL search parameters of the config list. Invalid values are ignored, so that a broken link still opens the list.
import { z } from "zod/mini";
import { flag } from "#console/foundation/api/address.ts";
import { listingSearch } from "#console/foundation/table/listing-search.ts";

const configColumns = ["name", "state", "who", "rules", "gates", "checks", "tags", "by", "changed"] as const;
export type ConfigColumn = (typeof configColumns)[number];

export const DynamicConfigListSearch = z.object({
  ...listingSearch(configColumns),
  /** Include archived configs. */
  archived: flag,
});
export type DynamicConfigListSearch = z.infer<typeof DynamicConfigListSearch>;
