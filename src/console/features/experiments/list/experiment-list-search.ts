// The address of the experiment list; a broken link still opens the list.
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
  /** The rows as a calendar. */
  weeks: flag,
  /** Columns; names of none do nothing. */
  hidden: choices,
});
export type ExperimentListSearch = z.infer<typeof ExperimentListSearch>;
