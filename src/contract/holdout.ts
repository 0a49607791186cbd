// Response schemas of holdouts: users who are kept out of some gates, configs and experiments, to measure their combined effect.
import { z } from "zod/mini";
import { entityFields } from "./envelope.ts";

const ids = z.array(z.string());

/** A gate, dynamic config or experiment that users are held out of; `layerID` is set if the whole layer is. */
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
  /** Layers whose experiments are all held out. */
  layerIDs: ids,
  targetingGateID: z.nullish(z.string()),
  /** Choice: a single holdout is returned with names and states of everything that it holds out, including experiments of its layers. */
  heldOut: z.optional(z.array(HeldOut)),
  version: z.nullish(z.number()),
});
export type Holdout = z.infer<typeof Holdout>;

/** Fields that list the entities a holdout applies to. */
export const heldOutFields = ["gateIDs", "dynamicConfigIDs", "experimentIDs", "layerIDs"] as const;
export type HeldOutField = (typeof heldOutFields)[number];
