// What the address of one event says.
import { z } from "zod";
import { EventListSearch } from "./event-list-search.ts";

export const EventSearch = EventListSearch.extend({
  /** Page of the derived metrics. */
  metrics: z.int().min(1).optional().catch(undefined),
});
