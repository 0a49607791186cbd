import { z } from "zod/mini";
import { optional } from "#console/foundation/api/address.ts";

export const HomeSearch = z.object({
  /** Shows all changes. */
  changes: optional(z.literal("all")),
});
export type HomeSearch = z.infer<typeof HomeSearch>;
