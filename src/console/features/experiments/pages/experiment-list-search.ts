// The address of the experiment list; a broken link still opens the list.
import { z } from "zod/mini";
import { listingSearch } from "#console/foundation/table/listing-search.ts";

const experimentColumns = ["name", "status", "groups", "metric", "by", "changed"] as const;
export type ExperimentColumn = (typeof experimentColumns)[number];

export const ExperimentListSearch = z.object({
  ...listingSearch(experimentColumns),
  status: z.optional(z.catch(z.array(z.string()), [])),
});
export type ExperimentListSearch = z.infer<typeof ExperimentListSearch>;
