// Search parameters of the experiment list; invalid ones are ignored, so that a broken link still opens the list.
import { z } from "zod/mini";
import { flag } from "#console/foundation/api/address.ts";
import { listingSearch } from "#console/foundation/table/listing-search.ts";

export const experimentColumns = ["name", "health", "lead", "interval", "guardrail", "days", "next"] as const;
export type ExperimentColumn = (typeof experimentColumns)[number];

const choices = z.optional(z.catch(z.array(z.string()), []));

export const ExperimentListSearch = z.object({
  ...listingSearch(experimentColumns),
  status: choices,
  band: choices,
  health: choices,
  result: choices,
  guardrail: choices,
  metric: choices,
  owner: choices,
  /** Shows the experiments as a calendar. */
  weeks: flag,
  /** Hidden columns; unknown names are ignored. */
  hidden: choices,
});
export type ExperimentListSearch = z.infer<typeof ExperimentListSearch>;
