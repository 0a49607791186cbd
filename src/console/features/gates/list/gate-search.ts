// The search parameters of the gate list and of a gate; a broken link still opens the page.
import { z } from "zod/mini";
import { optional, text } from "#console/foundation/api/address.ts";
import { editedSearch } from "#console/editing/session/edited-search.ts";
import { checksSearch } from "#console/rules/checks/checks-search.ts";
import { consequences } from "#targeting/dependencies/consequence.ts";
import { listingSearch } from "#console/foundation/table/listing-search.ts";

const gateTabs = ["overview", "checks", "trial", "sides", "settings", "history"] as const;
export type GateTab = (typeof gateTabs)[number];
/** Those of older links: parts of the overview now. */
const formerTabs = ["rules", "references"] as const;

export const GateSearch = z.object({
  tab: optional(z.enum([...gateTabs, ...formerTabs])),
  /** baseID of the rule that is edited; a new one has a name of its own until it is saved. */
  rule: text,
  ...checksSearch,
  ...editedSearch,
  /** Of the references only nodes with one of these consequences, and those that lead to them. */
  only: optional(z.array(z.enum(consequences))),
  /** Kind and id of the node of the references in focus. */
  focus: optional(z.string()),
});
export type GateSearch = z.infer<typeof GateSearch>;

const texts = z.catch(z.array(z.string()), []);

export const gateColumns = ["name", "status", "who", "type", "tags", "checks", "by", "changed"] as const;
export type GateColumn = (typeof gateColumns)[number];

export const GateListSearch = z.object({
  ...listingSearch(gateColumns),
  status: z.optional(texts),
  /** Reasons for which gates are stale. */
  stale: z.optional(texts),
  /** Without it the tags are hidden. */
  hidden: optional(z.array(z.enum(gateColumns))),
});
export type GateListSearch = z.infer<typeof GateListSearch>;

/** The newest change first, where the address has no other order. */
export const ordered = (search: GateListSearch): GateListSearch =>
  search.sort ? search : { ...search, sort: "changed", order: "descending" };

const hiddenAtFirst: GateColumn[] = ["tags"];

/** The same array for the same search: rows are drawn again where their columns are others. */
export const hiddenColumns = ({ hidden = hiddenAtFirst }: GateListSearch): readonly GateColumn[] => hidden;
