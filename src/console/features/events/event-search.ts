// The search of an event's address.
import { z } from "zod/mini";
import { EventListSearch } from "./event-list-search.ts";

export const EventSearch = z.extend(EventListSearch, {
  /** Page of the derived metrics. */
  metrics: z.catch(z.optional(z.int().check(z.gte(1))), undefined),
});
