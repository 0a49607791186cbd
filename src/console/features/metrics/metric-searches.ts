// The search parameters of the metrics' addresses; a broken link still opens the page.
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

/** Of a metric, and of a new one. */
export const MetricSearch = z.object({
  ...formSearch,
  /** The event that a new one begins with, or the metric that it is a copy of. */
  event: text,
  like: text,
  /** The filter of events that a new one counts. */
  of: z.optional(z.unknown()),
  /** How many of the last days are shown. */
  days: optional(z.int()),
});
