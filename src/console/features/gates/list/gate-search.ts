// The URL search parameters of the gate list and the gate page. Invalid values are ignored, so that broken links still open.
import { z } from "zod/mini";
import { optional, text } from "#console/foundation/api/address.ts";
import { editedSearch } from "#console/editing/session/edited-search.ts";
import { checksSearch } from "#console/rules/checks/checks-search.ts";
import { consequences } from "#targeting/dependencies/consequence.ts";
import { listingSearch } from "#console/foundation/table/listing-search.ts";

const gateTabs = ["overview", "checks", "trial", "sides", "settings", "history"] as const;
export type GateTab = (typeof gateTabs)[number];
/** Tabs of old links, which are now sections of the overview. */
const formerTabs = ["rules", "references"] as const;

export const GateSearch = z.object({
  tab: optional(z.enum([...gateTabs, ...formerTabs])),
  /** baseID of the rule that is being edited, or the temporary key of an unsaved one. */
  rule: text,
  ...checksSearch,
  ...editedSearch,
  /** Limits the dependencies to nodes with one of these consequences, and the nodes that lead to them. */
  only: optional(z.array(z.enum(consequences))),
  /** Kind and id of the focused node of the dependencies. */
  focus: optional(z.string()),
});
export type GateSearch = z.infer<typeof GateSearch>;

const texts = z.catch(z.array(z.string()), []);

export const gateColumns = ["name", "status", "who", "type", "tags", "checks", "by", "changed"] as const;
export type GateColumn = (typeof gateColumns)[number];

export const GateListSearch = z.object({
  ...listingSearch(gateColumns),
  status: z.optional(texts),
  /** Filters by the reason why a gate is stale. */
  stale: z.optional(texts),
  /** Hidden columns; if absent, only the tags are hidden. */
  hidden: optional(z.array(z.enum(gateColumns))),
});
export type GateListSearch = z.infer<typeof GateListSearch>;

/** Applies the default order, newest change first, if the URL contains none. */
export const ordered = (search: GateListSearch): GateListSearch =>
  search.sort ? search : { ...search, sort: "changed", order: "descending" };

const hiddenAtFirst: GateColumn[] = ["tags"];

/** Returns a stable array for the same search, because a new array of columns would render all rows again. */
export const hiddenColumns = ({ hidden = hiddenAtFirst }: GateListSearch): readonly GateColumn[] => hidden;
