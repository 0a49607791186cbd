// Layers: each unit takes part in at most one experiment of a layer, and gets the layer's defaults for parameters that no experiment sets.
import { layerDefaults, type Layer } from "#contract/layer.ts";
import { isJsonObject, type JsonObject } from "#contract/json5.ts";
import { saltOf } from "#targeting/evaluate/rules.ts";
import {
  hasTargeting,
  isShipped,
  isUnderWayInLayer,
  overrideSteps,
  type ExperimentFacts,
  type StepCondition,
} from "./experiment-steps.ts";

/** The fields of a layer that decide which values a user gets. */
export interface LayerFacts extends Pick<Layer, "id" | "idType" | "parameters" | "version"> {
  readonly salt?: unknown;
}

/** A rule of a layer: users for whom `holds` is met get what the experiment decides. */
export interface LayerStep {
  readonly holds: StepCondition;
  readonly experiment: string;
}

/** A layer in its served form, with its experiments. */
export interface ServedLayer {
  readonly layer: LayerFacts;
  readonly defaults: JsonObject;
  readonly steps: readonly LayerStep[];
  readonly experiments: readonly ExperimentFacts[];
}

const decisionTimeOf = ({ decisionTime }: ExperimentFacts) =>
  typeof decisionTime === "number" ? decisionTime : 0;

const shippedValues = ({ groups, launchedGroupID }: ExperimentFacts): JsonObject => {
  const values = groups.find(({ id }) => id === launchedGroupID)?.parameterValues;
  return isJsonObject(values) ? values : {};
};

/** Choice: what an experiment ships becomes its layer's default, unless it goes only to targeted users or a holdout keeps users out. */
const goesToAll = (experiment: ExperimentFacts) =>
  !experiment.heldOutBy?.length && (experiment.removeTargeting !== false || !hasTargeting(experiment));

/** Whether an experiment takes part in its layer. An experiment that was imported while it ran has no buckets of the layer. */
const isPlaced = (experiment: ExperimentFacts) =>
  !isUnderWayInLayer(experiment) || (experiment.layerBuckets ?? []).length > 0;

const everyone: StepCondition = { for: "everyone" };

function servedLayer(layer: LayerFacts, placed: readonly ExperimentFacts[]): ServedLayer {
  const shipped = placed
    .filter(isShipped)
    .sort((one, other) => decisionTimeOf(one) - decisionTimeOf(other) || (one.id < other.id ? -1 : 1));
  const defaults: JsonObject = Object.assign(
    {},
    layerDefaults(layer),
    ...shipped.filter(goesToAll).map(shippedValues),
  );
  const salt = `${saltOf(layer)}.layer`;
  const experiments = placed.map((experiment): ExperimentFacts => ({
    ...experiment,
    layer: { id: layer.id, salt, defaults },
  }));
  const newest = shipped.at(-1);
  const steps = [
    ...experiments.flatMap((one) =>
      overrideSteps(one).map(({ holds }): LayerStep => ({ holds, experiment: one.id })),
    ),
    ...experiments.filter(isUnderWayInLayer).map(({ id, layerBuckets }): LayerStep => ({
      holds: { for: "buckets within", ranges: layerBuckets ?? [], salt },
      experiment: id,
    })),
    // Choice: of the experiments that shipped a group in a layer, the last one decides; it may hold users back, or keep its targeting.
    ...(newest ? [{ holds: everyone, experiment: newest.id }] : []),
  ];
  return { layer, defaults, steps, experiments };
}

/** Returns the layers with their experiments, and all experiments that apps get; those in a layer include the layer's salt and defaults. */
export function inLayers(layers: readonly LayerFacts[], stored: readonly ExperimentFacts[]) {
  // Choice: an analysis-only experiment is not served to apps: its groups are assigned elsewhere, and read from the warehouse.
  const experiments = stored.filter(({ isAnalysisOnly }) => !isAnalysisOnly);
  if (layers.length === 0) return { layers: [], experiments };
  const served = layers.map((layer) =>
    servedLayer(
      layer,
      experiments.filter((one) => one.layerID === layer.id && isPlaced(one)),
    ),
  );
  const placed = new Map(served.flatMap((one) => one.experiments).map((one) => [one.id, one]));
  return { layers: served, experiments: experiments.map((one) => placed.get(one.id) ?? one) };
}
