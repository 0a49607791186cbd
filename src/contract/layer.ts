// Response schemas of layers: the experiments of a layer share its parameters, and no user takes part in two of them.
import { z } from "zod/mini";
import { entityFields } from "./envelope.ts";
import { typeName } from "./problems.ts";

export const parameterTypes = ["boolean", "number", "string", "object", "array"] as const;

export const LayerParameter = z.looseObject({
  name: z.string(),
  type: z.string(),
  defaultValue: z.optional(z.unknown()),
});
export type LayerParameter = z.infer<typeof LayerParameter>;

/** An experiment of a layer with its share of the layer's units in percent: 0 before its start and after its end. */
const LayerExperiment = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  share: z.number(),
});
export type LayerExperiment = z.infer<typeof LayerExperiment>;

export const Layer = z.looseObject({
  ...entityFields,
  team: z.nullish(z.string()),
  teamID: z.nullish(z.string()),
  isImplicitLayer: z.nullish(z.boolean()),
  parameters: z.array(LayerParameter),
  /** Choice: a layer is returned with its experiments, the share that each of them holds, and the free share, in percent. */
  experiments: z.optional(z.array(LayerExperiment)),
  freeShare: z.optional(z.number()),
  version: z.nullish(z.number()),
});
export type Layer = z.infer<typeof Layer>;

/** Whether a value has the given parameter type. */
export const isOfType = (type: string, value: unknown) => typeName(value) === type;

/** Returns the default values of a layer's parameters by name. */
export const layerDefaults = ({ parameters }: Pick<Layer, "parameters">): Record<string, unknown> =>
  Object.fromEntries(parameters.map(({ name, defaultValue }) => [name, defaultValue ?? null]));
