// The search parameters of the checks, part of those of a gate and of a config.
import { z } from "zod/mini";
import { optional, text } from "#console/foundation/api/address.ts";

export const checksSearch = {
  /** Hours that are shown; a week without. */
  hours: optional(z.enum(["24", "720"])),
  /** The rule whose checks are drawn; all without. */
  decided: text,
};
const ChecksSearch = z.object(checksSearch);
export type ChecksSearch = z.infer<typeof ChecksSearch>;
