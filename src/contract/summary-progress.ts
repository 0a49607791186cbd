// Choice: how far a summary that is being computed has come, so that a reader who waits knows for what.
import { z } from "zod";

export const SummaryProgress = z.looseObject({
  isRunning: z.boolean(),
  /** Done part, 0 to 1. */
  share: z.number(),
  /** What is being done, in words. */
  stage: z.string(),
});
export type SummaryProgress = z.infer<typeof SummaryProgress>;
