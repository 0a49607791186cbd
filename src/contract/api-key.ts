// The key in use, as the console shows it. The key itself never crosses the wire in an answer.
import { z } from "zod/mini";

export const CurrentKey = z.looseObject({
  /** Absent where the key is that of the settings. */
  id: z.optional(z.string()),
  name: z.string(),
  rights: z.string(),
  companyID: z.string(),
  /** An event has come: an app is connected. */
  hasEvents: z.optional(z.boolean()),
});
export type CurrentKey = z.infer<typeof CurrentKey>;
