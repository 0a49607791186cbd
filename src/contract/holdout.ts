// Holdouts as answered: users who are kept out of some gates, configs and experiments, so that the effect of all of them together can be measured.
import { z } from "zod/mini";
import { entityFields } from "./envelope.ts";

const ids = z.array(z.string());

/** A gate, dynamic config or experiment that users are held out of; `layerID` where all of its layer are. */
export const HeldOut = z.looseObject({
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  status: z.string(),
  layerID: z.nullish(z.string()),
});
export type HeldOut = z.infer<typeof HeldOut>;

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
  /** Choice: one holdout is answered with the names and states of all that it holds users out of, those of its layers as well. */
  heldOut: z.optional(z.array(HeldOut)),
  version: z.nullish(z.number()),
});
export type Holdout = z.infer<typeof Holdout>;

/** The fields that list what a holdout keeps its users out of. */
export const heldOutFields = ["gateIDs", "dynamicConfigIDs", "experimentIDs", "layerIDs"] as const;
export type HeldOutField = (typeof heldOutFields)[number];
