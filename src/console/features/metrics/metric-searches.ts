// Search parameters of the metric pages; invalid ones are ignored, so that a broken link still opens the page.
import { z } from "zod/mini";
import { optional, text } from "#console/foundation/api/address.ts";
import { formSearch } from "#console/editing/form/form-search.ts";
import { listingSearch } from "#console/foundation/table/listing-search.ts";

export const metricColumns = ["name", "type", "event", "direction", "used", "fresh", "owner"] as const;
export type MetricColumn = (typeof metricColumns)[number];

const texts = z.optional(z.catch(z.array(z.string()), []));

export const MetricListSearch = z.object({
  ...listingSearch(metricColumns),
  type: texts,
  event: texts,
  owner: texts,
});
export type MetricListSearch = z.infer<typeof MetricListSearch>;

/** Search parameters of the page of a metric and of a new metric. */
export const MetricSearch = z.object({
  ...formSearch,
  /** The event that a new metric starts with, or the metric that it copies. */
  event: text,
  like: text,
  /** The event filter that a new metric starts with. */
  of: z.optional(z.unknown()),
  /** Number of most recent days to show. */
  days: optional(z.int()),
});
