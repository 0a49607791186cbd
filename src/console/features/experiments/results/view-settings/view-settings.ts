// The view settings of the results in the address; a broken link still shows the scorecard.
import { z } from "zod/mini";
import { optional, text } from "#console/foundation/api/address.ts";

export const levels = [80, 90, 95, 98, 99] as const;
const layouts = ["metrics", "groups", "columns"] as const;
export const details = ["slices", "why"] as const;
export type Layout = (typeof layouts)[number];
export type Detail = (typeof details)[number];

/** Of the section over time, where a row leads to. */
export const overTimeID = "over-time";

export const sortable = ["metric", "group", "change", "result", "interval", "p"] as const;
export type SortableColumn = (typeof sortable)[number];

export const ViewSettings = z.object({
  scale: optional(z.enum(["percent", "absolute"])),
  /** Ids or names of groups; no `test` is all of them, `*` each in a block of its own. */
  control: text,
  /** Results are read from here on, ms. */
  since: optional(z.int()),
  test: text,
  /** In percent. */
  level: optional(z.literal(levels)),
  decide: optional(z.enum(["fixed", "sequential"])),
  layout: optional(z.enum(layouts)),
  filter: text,
  sort: optional(z.enum(sortable)),
  order: optional(z.enum(["ascending", "descending"])),
  /** Ends of the scale where the primary metrics do not set it: "all", or "-10,40". */
  axis: text,
  /** Ids of columns that are not shown. */
  hide: optional(z.array(z.string())),
  /** The detail that is open under a row, by `<metricID>.<group>`; "closed" where a filter would open its slices. */
  open: optional(z.record(z.string(), z.enum([...details, "closed"]))),
  /** Key of the dimension that slices are taken by. */
  dimension: text,
  /** The row that a number elsewhere leads to, `<metricID>.<group>`. */
  mark: text,
  /** The slice of that row which is meant, by its value of `dimension`. */
  slice: text,
  /** The comparison that is drawn over time, `<metricID>.<group>`; the leading one without. */
  time: text,
  /** The chart over time; the change so far without. */
  figure: optional(z.enum(["exposure", "shares"])),
  /** The number whose computation is in view where a row's explanation is open. */
  question: text,
  /** The row whose ways of being analysed are drawn, `<metricID>.<group>`. */
  strip: text,
  /** The content of an exported report, to be compared with what is here now. */
  packet: text,
});
export type ViewSettings = z.infer<typeof ViewSettings>;

/** As the service's `test=*` does, so does the page's: a block a group. */
export const layoutOf = ({ layout, test }: Pick<ViewSettings, "layout" | "test">): Layout =>
  layout ?? (test === "*" ? "groups" : "metrics");

/** Changes parts of the address; the rest of it stays. */
export type SetSearch = (part: Partial<ViewSettings>) => void;
