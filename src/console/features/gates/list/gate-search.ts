// What the addresses of the gate list and of a gate say; a broken link still opens the page.
import { z } from "zod";
import { dependenciesSearch } from "#console/features/gates/dependencies/dependencies-search.ts";
import { listingSearch } from "#console/foundation/table/listing-search.ts";

export const gateTabs = ["overview", "rules", "references", "trial", "sides", "settings", "history"] as const;
export type GateTab = (typeof gateTabs)[number];

export const GateSearch = z.object({
  tab: z.enum(gateTabs).optional().catch(undefined),
  /** baseID of the rule that is edited; a new one has a name of its own until it is saved. */
  rule: z.coerce.string().optional().catch(undefined),
  /** Which of several drafts opens. */
  draft: z.string().optional().catch(undefined),
  /** Two versions that are compared; against the current one when only one is given. */
  version: z.int().optional().catch(undefined),
  against: z.int().optional().catch(undefined),
  ...dependenciesSearch,
});
export type GateSearch = z.infer<typeof GateSearch>;

const texts = z.array(z.string()).catch([]);

export const gateColumns = ["name", "status", "who", "type", "tags", "checks", "by", "changed"] as const;
export type GateColumn = (typeof gateColumns)[number];

export const GateListSearch = z.object({
  ...listingSearch(gateColumns),
  status: texts.optional(),
  /** Reasons for which gates are stale. */
  stale: texts.optional(),
  /** Without it the tags are hidden. */
  hidden: z.array(z.enum(gateColumns)).optional().catch(undefined),
});
export type GateListSearch = z.infer<typeof GateListSearch>;

export const hiddenColumns = ({ hidden = ["tags"] }: GateListSearch): readonly GateColumn[] => hidden;
