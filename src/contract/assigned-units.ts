// The units that are in a group of an experiment, of which apps are told once its assignment has stopped.
import { z } from "zod/mini";

export const AssignedUnits = z.looseObject({
  /** Units that were exposed so far. */
  units: z.number(),
  /** Whether they are few enough to stand in the rules that apps are given: else a stop of the assignment changes nothing for apps. */
  isListed: z.boolean(),
  /** Of the unit that was asked about. */
  isAssigned: z.nullish(z.boolean()),
});
export type AssignedUnits = z.infer<typeof AssignedUnits>;
