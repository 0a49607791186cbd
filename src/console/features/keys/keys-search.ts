// The search parameters of the page of keys.
import { z } from "zod/mini";

export const KeysSearch = z.object({
  kind: z.catch(z.optional(z.enum(["console", "server", "client"])), undefined),
  environment: z.catch(z.optional(z.string()), undefined),
  /** As the column says it. */
  madeBy: z.catch(z.optional(z.string()), undefined),
  /** The form for a new key is open. */
  create: z.catch(z.optional(z.boolean()), undefined),
});
export type KeysSearch = z.infer<typeof KeysSearch>;
