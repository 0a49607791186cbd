// The search of the event list's address; a broken link still opens the list.
import { z } from "zod/mini";

export const EventListSearch = z.object({
  page: z.catch(z.optional(z.int().check(z.gte(1))), undefined),
  limit: z.catch(z.optional(z.int().check(z.gte(10), z.lte(100))), undefined),
  /** Key of the opened row. */
  row: z.catch(z.optional(z.coerce.string()), undefined),
});
export type EventListSearch = z.infer<typeof EventListSearch>;
