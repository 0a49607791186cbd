// View settings of the results as search parameters; invalid ones are ignored, so that a broken link still shows the scorecard.
import { z } from "zod/mini";
import { optional, text } from "#console/foundation/api/address.ts";

export const levels = [80, 90, 95, 98, 99] as const;
const layouts = ["metrics", "groups", "columns"] as const;
export const details = ["slices", "why"] as const;
export type Layout = (typeof layouts)[number];
export type Detail = (typeof details)[number];

/** Element id of the over-time section, as a link target. */
export const overTimeSectionID = "over-time";

export const sortable = ["metric", "group", "change", "result", "interval", "p"] as const;
export type SortableColumn = (typeof sortable)[number];

export const ViewSettings = z.object({
  scale: optional(z.enum(["percent", "absolute"])),
  /** Id or name of the control group. `test` likewise; by default all groups, with `*` each in its own block. */
  control: text,
  /** Start of the results, ms. */
  since: optional(z.int()),
  test: text,
  /** Confidence level in percent. */
  level: optional(z.literal(levels)),
  decide: optional(z.enum(["fixed", "sequential"])),
  layout: optional(z.enum(layouts)),
  filter: text,
  sort: optional(z.enum(sortable)),
  order: optional(z.enum(["ascending", "descending"])),
  /** Ends of the scale, if the primary metrics do not set it: "all", or "-10,40". */
  axis: text,
  /** Ids of hidden columns. */
  hide: optional(z.array(z.string())),
  /** Open detail of each row by `<metricID>.<group>`; "closed" overrides a filter that would open the slices. */
  open: optional(z.record(z.string(), z.enum([...details, "closed"]))),
  /** Key of the dimension to slice by. */
  dimension: text,
  /** The highlighted row, target of links, `<metricID>.<group>`. */
  mark: text,
  /** The highlighted slice of that row, by its value of `dimension`. */
  slice: text,
  /** The comparison charted over time, `<metricID>.<group>`; by default the lead result. */
  time: text,
  /** The chart over time; by default the cumulative change. */
  figure: optional(z.enum(["exposure", "shares"])),
  /** The number whose computation an open explanation shows. */
  question: text,
  /** The row whose alternative analyses are drawn, `<metricID>.<group>`. */
  strip: text,
  /** The encoded content of an exported report, to compare with the current results. */
  packet: text,
});
export type ViewSettings = z.infer<typeof ViewSettings>;

/** `test=*` means one block per group, as in the API. */
export const layoutOf = ({ layout, test }: Pick<ViewSettings, "layout" | "test">): Layout =>
  layout ?? (test === "*" ? "groups" : "metrics");

/** Changes some search parameters; the others stay. */
export type SetSearch = (part: Partial<ViewSettings>) => void;
