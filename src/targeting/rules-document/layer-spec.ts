// Writes a layer as a spec: one rule per experiment, which delegates its users to that experiment.
import { saltOf } from "#targeting/evaluate/rules.ts";
import type { ServedLayer } from "#targeting/experiments/layers.ts";
import { conditionListsOf } from "./experiment-spec.ts";
import type { Spec } from "./spec.ts";
import { wireIDType } from "./spec-conditions.ts";

export function layerSpec({ layer, defaults, steps }: ServedLayer, usual: string): Spec {
  const idType = wireIDType(layer.idType);
  return {
    name: layer.id,
    type: "dynamic_config",
    entity: "layer",
    salt: saltOf(layer),
    idType,
    enabled: true,
    defaultValue: defaults,
    rules: steps.flatMap(({ holds, experiment }) =>
      conditionListsOf(holds, experiment, idType, usual).map((conditions) => ({
        id: experiment,
        name: experiment,
        passPercentage: 100,
        idType,
        conditions,
        returnValue: defaults,
        configDelegate: experiment,
      })),
    ),
  };
}
