// The exposed units of one group of an experiment, day by day.
import { z } from "zod/mini";

export const CumulativeExposures = z.looseObject({
  groupID: z.string(),
  groupName: z.string(),
  results: z.array(
    z.looseObject({
      /** YYYY-MM-DD, UTC. */
      date: z.string(),
      /** Units that had been exposed by the end of the day; those seen in several groups are left out. */
      exposures: z.number(),
    }),
  ),
});
export type CumulativeExposures = z.infer<typeof CumulativeExposures>;
