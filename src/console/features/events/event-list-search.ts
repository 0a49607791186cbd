// What the address of the event list says.
import { z } from "zod";

export const EventListSearch = z.object({
  page: z.int().min(1).optional().catch(undefined),
  limit: z.int().min(10).max(100).optional().catch(undefined),
  /** Key of the opened row. */
  row: z.coerce.string().optional().catch(undefined),
});
