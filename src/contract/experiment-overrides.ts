// Overrides of an experiment: users who always get a certain group, selected by their ids or by a gate that they pass.
import { z } from "zod/mini";
import { nullishNumber, nullishText, text } from "./plain-fields.ts";

const signed = {
  groupID: text,
  environment: nullishText,
  /** Choice: an override has its author and time. */
  setBy: nullishText,
  /** ms since the epoch. */
  setTime: nullishNumber,
};

/** Overrides: stored with ids of groups, returned with names of groups. */
export const ExperimentOverrides = z.looseObject({
  overrides: z.array(z.looseObject({ ...signed, type: text, id: text })),
  userIDOverrides: z.array(z.looseObject({ ...signed, ids: z.array(text), unitType: nullishText })),
});
export type ExperimentOverrides = z.infer<typeof ExperimentOverrides>;
