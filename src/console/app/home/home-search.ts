import { z } from "zod/mini";

export const HomeSearch = z.object({
  /** Shows all changes. */
  changes: z.catch(z.optional(z.literal("all")), undefined),
});
export type HomeSearch = z.infer<typeof HomeSearch>;
