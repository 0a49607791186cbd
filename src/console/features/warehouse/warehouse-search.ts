// The search parameters of the warehouse page.
import { z } from "zod/mini";

/** Any text: the page knows the providers, and the first page of the console should not carry them. */
export const WarehouseSearch = z.object({ provider: z.catch(z.optional(z.string()), undefined) });
