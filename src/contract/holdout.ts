// Holdouts as answered: users who are kept out of some gates, configs and experiments, so that the effect of all of them together can be measured.
import { z } from "zod/mini";
import { entityFields } from "./envelope.ts";

const ids = z.array(z.string());

export const Holdout = z.looseObject({
  ...entityFields,
  team: z.nullish(z.string()),
  teamID: z.nullish(z.string()),
  isEnabled: z.boolean(),
  isGlobal: z.boolean(),
  /** Percent of the units that are held out. */
  passPercentage: z.number(),
  gateIDs: ids,
  dynamicConfigIDs: ids,
  experimentIDs: ids,
  /** All experiments of these layers are held out from. */
  layerIDs: ids,
  targetingGateID: z.nullish(z.string()),
  version: z.nullish(z.number()),
});
export type Holdout = z.infer<typeof Holdout>;

/** The fields that list what a holdout keeps its users out of. */
export const heldOutFields = ["gateIDs", "dynamicConfigIDs", "experimentIDs", "layerIDs"] as const;
export type HeldOutField = (typeof heldOutFields)[number];
