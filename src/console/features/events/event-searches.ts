// The searches of the addresses of events; a broken link still opens the page.
import { z } from "zod/mini";

export const EventListSearch = z.object({
  page: z.catch(z.optional(z.int().check(z.gte(1))), undefined),
  limit: z.catch(z.optional(z.int().check(z.gte(10), z.lte(100))), undefined),
  /** Key of the opened row. */
  row: z.catch(z.optional(z.coerce.string()), undefined),
  /** Fields of the events that have a column. */
  fields: z.catch(z.optional(z.array(z.string())), undefined),
});
export type EventListSearch = z.infer<typeof EventListSearch>;

/** Of the list of all events, in whose place a file can be imported. */
export const EventsSearch = z.object({
  ...EventListSearch.shape,
  import: z.catch(z.optional(z.boolean()), undefined),
  /** Whose exposures are imported. */
  experiment: z.catch(z.optional(z.coerce.string()), undefined),
  /** Id of the import that is under way. */
  job: z.catch(z.optional(z.coerce.string()), undefined),
});

/** Of the page of one event. */
export const EventSearch = z.object({
  ...EventListSearch.shape,
  /** Page of the derived metrics. */
  metrics: z.catch(z.optional(z.int().check(z.gte(1))), undefined),
});
