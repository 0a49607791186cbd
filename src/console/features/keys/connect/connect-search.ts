// The search parameters of the page that connects an app.
import { z } from "zod/mini";

export const ConnectSearch = z.object({
  /** Kind of app; a server without it. */
  tab: z.catch(z.optional(z.enum(["native", "browser", "device", "http"])), undefined),
  /** That the keys are of; the one of the chosen key, or production, without it. */
  environment: z.catch(z.optional(z.coerce.string()), undefined),
  /** Id of the chosen key. */
  key: z.catch(z.optional(z.coerce.string()), undefined),
});
export type ConnectSearch = z.infer<typeof ConnectSearch>;
