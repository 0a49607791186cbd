// Overrides of an experiment: users who always get a certain group, selected by their ids or by a gate that they pass.
import { z } from "zod/mini";

const signed = {
  groupID: z.string(),
  environment: z.nullish(z.string()),
  /** Choice: an override has its author and time. */
  setBy: z.nullish(z.string()),
  /** ms since the epoch. */
  setTime: z.nullish(z.number()),
};

/** Overrides: stored with ids of groups, returned with names of groups. */
export const ExperimentOverrides = z.looseObject({
  overrides: z.array(z.looseObject({ ...signed, type: z.string(), id: z.string() })),
  userIDOverrides: z.array(
    z.looseObject({ ...signed, ids: z.array(z.string()), unitType: z.nullish(z.string()) }),
  ),
});
export type ExperimentOverrides = z.infer<typeof ExperimentOverrides>;
