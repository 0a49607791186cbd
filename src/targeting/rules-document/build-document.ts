// Builds the rules document of a project, in the forms that older and newer server libraries read.
import type { ConfigFacts, Gates, GateFacts } from "#targeting/evaluate/evaluate.ts";
import { gateIDsIn, shortestPath } from "#targeting/evaluate/references.ts";
import { configSpec, gateSpec, passingSpec } from "./gate-and-config-specs.ts";
import type { ExperimentFacts } from "#targeting/experiments/experiment-steps.ts";
import { inLayers, type LayerFacts } from "#targeting/experiments/layers.ts";
import { experimentSpec } from "./experiment-spec.ts";
import { activeHoldouts, holdoutGate, withHoldouts, type HoldoutFacts } from "./holdouts.ts";
import { layerSpec } from "./layer-spec.ts";
import { segmentGate, type SegmentFacts } from "./segments.ts";
import { withoutCycle } from "./without-cycle.ts";
import type { Spec, SpecCondition, SpecRule } from "./spec.ts";

export interface Project {
  readonly gates: readonly GateFacts[];
  readonly configs: readonly ConfigFacts[];
  readonly experiments: readonly ExperimentFacts[];
  readonly layers?: readonly LayerFacts[];
  readonly segments?: readonly SegmentFacts[];
  readonly holdouts?: readonly HoldoutFacts[];
}

/** The content common to both forms of the document. */
export interface Specs {
  /** Specs of gates, segments and holdouts. */
  readonly gates: readonly Spec[];
  /** Specs of dynamic configs and experiments; if names collide, the last one wins. */
  readonly configs: readonly Spec[];
  readonly layers: readonly Spec[];
  /** The layer of each experiment that is in one, by experiment id. */
  readonly layerOf: ReadonlyMap<string, string>;
}

function refersToItself({ id, rules }: GateFacts, gates: Gates): boolean {
  const next = (gate: string) => gateIDsIn(gates.get(gate)?.rules ?? []);
  return shortestPath(gateIDsIn(rules), id, next) !== undefined;
}

/**
 * Returns the gates that are in a cycle of references or lead to one, by topological sorting: gates whose references
 * are all resolved are removed.
 */
function leadingOn(gates: readonly GateFacts[]): GateFacts[] {
  const known = new Set(gates.map(({ id }) => id));
  const open = new Map<string, number>();
  const referrers = new Map<string, string[]>();
  for (const { id, rules } of gates) {
    const referred = gateIDsIn(rules).filter((other) => known.has(other));
    open.set(id, referred.length);
    for (const other of referred) referrers.set(other, [...(referrers.get(other) ?? []), id]);
  }
  const ends = [...open].flatMap(([id, count]) => (count === 0 ? [id] : []));
  for (const end of ends)
    for (const id of referrers.get(end) ?? []) {
      const left = (open.get(id) ?? 0) - 1;
      open.set(id, left);
      if (left === 0) ends.push(id);
    }
  return gates.filter(({ id }) => (open.get(id) ?? 0) > 0);
}

/** Caches the written form of each entity per environment by object identity, so that changing one entity does not rewrite the others. */
function writtenOnce<T extends object, Written>(write: (entity: T, usual: string) => Written) {
  const written = new Map<string, WeakMap<T, Written>>();
  return (usual: string) => {
    const kept = written.get(usual) ?? new WeakMap<T, Written>();
    written.set(usual, kept);
    return (entity: T): Written => {
      const spec = kept.get(entity) ?? write(entity, usual);
      kept.set(entity, spec);
      return spec;
    };
  };
}

const gateSpecs = writtenOnce(gateSpec);
const segmentSpecs = writtenOnce((segment: SegmentFacts, usual: string) => {
  const gate = segmentGate(segment);
  return passingSpec(gate.id, "segment", gate, usual);
});
const holdoutSpecs = writtenOnce((holdout: HoldoutFacts, usual: string) => {
  const gate = holdoutGate(holdout);
  return passingSpec(gate.id, "holdout", gate, usual);
});
const configSpecs = writtenOnce(configSpec);
const experimentSpecs = writtenOnce(experimentSpec);

/** Returns the gates in their served form; those in a cycle lose the references that lead back to them. */
export function servedGates(gates: readonly GateFacts[]): GateFacts[] {
  const byID: Gates = new Map(gates.map((gate) => [gate.id, gate]));
  const endless = new Set(leadingOn(gates).filter((gate) => refersToItself(gate, byID)));
  return gates.map((gate) => (endless.has(gate) ? withoutCycle(gate, byID) : gate));
}

/** Choice: users without an environment are in the environment of the key, which is production by default. */
export function specsOf(project: Project, usual = "production"): Specs {
  const { gates, configs, experiments, layers = [], segments: projectSegments = [] } = withHoldouts(project);
  const placed = inLayers(layers, experiments);
  const withSegments = [
    ...configs.map(configSpecs(usual)),
    ...placed.experiments.map(experimentSpecs(usual)),
  ];
  return {
    gates: [
      ...servedGates(gates).map(gateSpecs(usual)),
      ...projectSegments.map(segmentSpecs(usual)),
      ...activeHoldouts(project).map(holdoutSpecs(usual)),
      ...withSegments.flatMap(({ segments }) => segments),
    ],
    configs: withSegments.map(({ spec }) => spec),
    layers: placed.layers.map((layer) => layerSpec(layer, usual)),
    layerOf: new Map(placed.experiments.flatMap(({ id, layer }) => (layer ? [[id, layer.id] as const] : []))),
  };
}

const common = (time: number) => ({
  has_updates: true,
  time,
  id_lists: {},
  sdk_flags: {},
  sdk_configs: {},
  diagnostics: {},
});

const specTexts = new WeakMap<Spec, string>();

/**
 * Serializes specs as a JSON array. The text of each spec is cached by object identity, so that changing one spec
 * serializes only that one.
 */
function listText(specs: readonly Spec[]): string {
  const written = specs.map((spec) => {
    const text = specTexts.get(spec) ?? JSON.stringify(spec);
    specTexts.set(spec, text);
    return text;
  });
  return `[${written.join()}]`;
}

/** Serializes the content of an environment's document, which is common to both forms. */
export const specsText = ({ gates, configs, layers }: Specs): string =>
  `{"gates":${listText(gates)},"configs":${listText(configs)}${layers.length > 0 ? `,"layers":${listText(layers)}` : ""}}`;

/** Returns the form for JavaScript server libraries, as JSON. `time` in ms is the version of the rules. */
export function oldFormText({ gates, configs, layers, layerOf }: Specs, time: number): string {
  const experimentsOf = (layer: string) =>
    [...layerOf].flatMap(([experiment, of]) => (of === layer ? [experiment] : []));
  const byLayer = Object.fromEntries(layers.map(({ name }) => [name, experimentsOf(name)]));
  const rest = JSON.stringify({ ...common(time), layers: byLayer });
  return `${rest.slice(0, -1)},"layer_configs":${listText(layers)},"feature_gates":${listText(gates)},"dynamic_configs":${listText(configs)}}`;
}

const byName = <T>(specs: readonly Spec[], write: (spec: Omit<Spec, "name">) => T) =>
  Object.fromEntries(specs.map(({ name, ...spec }) => [name, write(spec)]));

const texts = new WeakMap<SpecCondition, string>();

function textOf(condition: SpecCondition): string {
  const text = texts.get(condition) ?? JSON.stringify(condition);
  texts.set(condition, text);
  return text;
}

/** Returns the form for native server libraries: each distinct condition occurs once, in a separate map. */
export function newForm({ gates, configs, layers, layerOf }: Specs, time: number) {
  const keys = new Map<string, string>();
  const conditions: Record<string, SpecCondition> = {};
  const keyOf = (condition: SpecCondition) => {
    const text = textOf(condition);
    const key = keys.get(text) ?? `${keys.size}`;
    keys.set(text, key);
    conditions[key] = condition;
    return key;
  };
  const withKeys = (rule: SpecRule) => ({ ...rule, conditions: rule.conditions.map(keyOf) });
  const write = (spec: Omit<Spec, "name">) => ({ ...spec, rules: spec.rules.map(withKeys) });
  return {
    ...common(time),
    response_format: "dcs-v2",
    feature_gates: byName(gates, write),
    dynamic_configs: byName(configs, write),
    layer_configs: byName(layers, write),
    condition_map: conditions,
    experiment_to_layer: Object.fromEntries(layerOf),
  };
}
