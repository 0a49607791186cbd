// What the address of the experiment list says; a broken link still opens the list.
import { z } from "zod";
import { listingSearch } from "#console/foundation/table/listing-search.ts";

const experimentColumns = ["name", "status", "groups", "metric", "by", "changed"] as const;
export type ExperimentColumn = (typeof experimentColumns)[number];

export const ExperimentListSearch = z.object({
  ...listingSearch(experimentColumns),
  status: z.array(z.string()).catch([]).optional(),
});
export type ExperimentListSearch = z.infer<typeof ExperimentListSearch>;
