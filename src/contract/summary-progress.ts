// Choice: the progress of a summary that is being computed can be read.
import { z } from "zod/mini";

export const SummaryProgress = z.looseObject({
  isRunning: z.boolean(),
  /** Done part, 0 to 1. */
  share: z.number(),
  /** The current step, for the reader. */
  stage: z.string(),
});
export type SummaryProgress = z.infer<typeof SummaryProgress>;
