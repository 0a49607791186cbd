// The API key that the console signed in with. The key itself is never part of this response.
import { z } from "zod/mini";

export const CurrentKey = z.looseObject({
  /** Absent if the key comes from the service's configuration instead of the database. */
  id: z.optional(z.string()),
  name: z.string(),
  rights: z.string(),
  companyID: z.string(),
  /** Whether any event has been logged yet, that is, whether an app is connected. */
  hasEvents: z.optional(z.boolean()),
});
export type CurrentKey = z.infer<typeof CurrentKey>;
