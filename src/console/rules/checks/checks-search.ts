// The search parameters of the checks, part of those of a gate and of a config.
import { z } from "zod/mini";

export const checksSearch = {
  /** Hours that are shown; a week without. */
  hours: z.catch(z.optional(z.enum(["24", "720"])), undefined),
  /** The rule whose checks are drawn; all without. */
  decided: z.catch(z.optional(z.coerce.string()), undefined),
};
const ChecksSearch = z.object(checksSearch);
export type ChecksSearch = z.infer<typeof ChecksSearch>;
