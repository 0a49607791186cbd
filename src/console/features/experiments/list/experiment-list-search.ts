// The address of the experiment list; a broken link still opens the list.
import { z } from "zod/mini";
import { listingSearch } from "#console/foundation/table/listing-search.ts";

const experimentColumns = ["name", "health", "lead", "interval", "days", "decision"] as const;
export type ExperimentColumn = (typeof experimentColumns)[number];

const choices = z.optional(z.catch(z.array(z.string()), []));

export const ExperimentListSearch = z.object({
  ...listingSearch(experimentColumns),
  status: choices,
  health: choices,
  result: choices,
  decision: choices,
});
export type ExperimentListSearch = z.infer<typeof ExperimentListSearch>;
