// The URL search parameters of the checks tab, shared by the pages of gates and configs.
import { z } from "zod/mini";
import { optional, text } from "#console/foundation/api/address.ts";

export const checksSearch = {
  /** Number of hours shown; a week if absent. */
  hours: optional(z.enum(["24", "720"])),
  /** Id of the rule whose checks are shown; all rules if absent. */
  decided: text,
};
const ChecksSearch = z.object(checksSearch);
export type ChecksSearch = z.infer<typeof ChecksSearch>;
