// What the address of a gate says: the tab, the rule being edited, the page of a list.
import { z } from "zod";

export const gateTabs = ["overview", "rules", "references", "history"] as const;
export type GateTab = (typeof gateTabs)[number];

const page = z.int().min(1).optional().catch(undefined);
const limit = z.int().min(10).max(100).optional().catch(undefined);

export const GateSearch = z.object({
  tab: z.enum(gateTabs).optional().catch(undefined),
  /** baseID of the rule that is edited. */
  rule: z.coerce.string().optional().catch(undefined),
  gatePage: page,
  experimentPage: page,
  configPage: page,
  historyPage: page,
  limit,
});
export type GateSearch = z.infer<typeof GateSearch>;
