// Units already assigned to a group of an experiment. Apps receive their ids once assignment of new units has stopped.
import { z } from "zod/mini";

export const AssignedUnits = z.looseObject({
  /** Number of units exposed so far. */
  units: z.number(),
  /** Whether the ids are few enough to be part of the rules document. If not, stopping the assignment changes nothing for apps. */
  isListed: z.boolean(),
  /** Whether the requested unit is assigned; absent unless the query named a unit. */
  isAssigned: z.nullish(z.boolean()),
});
export type AssignedUnits = z.infer<typeof AssignedUnits>;
