// Evaluations of a project for a user, by the console's own code and by the published libraries, for comparison in tests.
import type { Rule } from "#contract/rule.ts";
import {
  prepareConfig,
  prepareGate,
  type ConfigFacts,
  type GateFacts,
} from "#targeting/evaluate/evaluate.ts";
import type { NotJudged } from "#targeting/evaluate/operators.ts";
import type { User } from "#targeting/evaluate/places.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";
import { inlineGate, prepareExperiment } from "#targeting/experiments/decide-experiment.ts";
import { stepsOf, type ExperimentFacts } from "#targeting/experiments/experiment-steps.ts";
import { inLayers, type LayerFacts } from "#targeting/experiments/layers.ts";
import { holdoutGate, withHoldouts, type HoldoutFacts } from "#targeting/rules-document/holdouts.ts";
import { segmentGate, type SegmentFacts } from "#targeting/rules-document/segments.ts";
import type { serverLibraries } from "./server-libraries.test-support.ts";

type Gates = ReadonlyMap<string, GateFacts>;

/** The rules, with those of all gates that they refer to, directly or indirectly. */
const withGates = (rules: readonly Rule[], gates: Gates): Rule[] => {
  const ids = new Set(gateIDsIn(rules));
  for (const id of ids) for (const next of gateIDsIn(gates.get(id)?.rules ?? [])) ids.add(next);
  return [...rules, ...[...ids].flatMap((id) => gates.get(id)?.rules ?? [])];
};

/** All rules that decide about an experiment. */
const rulesBehind = (experiment: ExperimentFacts, gates: Gates): Rule[] =>
  withGates(
    [
      ...(gates.get(experiment.targetingGateID ?? "")?.rules ?? []),
      ...(inlineGate(experiment)?.rules ?? []),
      ...stepsOf(experiment).flatMap(({ holds }) => (holds.for === "who meets a rule" ? [holds.rule] : [])),
    ],
    gates,
  );

type Libraries = Awaited<ReturnType<typeof serverLibraries>>;

export interface Answer {
  readonly value: unknown;
  readonly rule: string | undefined;
  readonly group?: string | null;
}

export interface EvaluatedEntity {
  readonly name: string;
  readonly rules: readonly Rule[];
  /** Decides as the console does, or returns the reason why it cannot. */
  readonly own: (user: User) => Answer | NotJudged;
  readonly theirs: (libraries: ReturnType<Libraries["forUser"]>) => { js: Answer; native: Answer };
}

/** All entities to evaluate. The first experiment is evaluated by itself, the others through their layer. */
export function evaluatedEntities(
  storedGates: ReadonlyMap<string, GateFacts>,
  storedConfig: ConfigFacts,
  layered: { layer: LayerFacts; experiments: readonly ExperimentFacts[] },
  segments: readonly SegmentFacts[],
  holdouts: readonly HoldoutFacts[],
): EvaluatedEntity[] {
  const project = withHoldouts({
    gates: [...storedGates.values()],
    configs: [storedConfig],
    experiments: layered.experiments,
    holdouts,
  });
  const gates = new Map(project.gates.map((gate) => [gate.id, gate]));
  const [config = storedConfig] = project.configs;
  const ofSegments = segments.flatMap(({ rules }) => rules);
  const others = [...segments.map(segmentGate), ...holdouts.map(holdoutGate)];
  const asked = new Map([...gates, ...others.map((gate) => [gate.id, gate] as const)]);
  const decideConfig = prepareConfig(config, asked).decide;
  const { experiments } = inLayers([layered.layer], project.experiments);
  const gatesAsked = [...gates.values()].map((gate): EvaluatedEntity => {
    const { decide } = prepareGate(gate, asked);
    return {
      name: gate.id,
      rules: withGates(gate.rules, gates),
      own: (user) => {
        const { outcome, rule, reason } = decide(user);
        return outcome === "unknown" ? { notJudged: reason } : { value: outcome === "pass", rule: rule?.id };
      },
      theirs: (libraries) => libraries.gate(gate.id),
    };
  });
  const configAsked: EvaluatedEntity = {
    name: config.id,
    rules: withGates(config.rules, gates),
    own: (user) => {
      const { value, rule, reason } = decideConfig(user);
      return value ? { value, rule: rule?.id } : { notJudged: reason };
    },
    theirs: (libraries) => libraries.config(config.id),
  };
  const experimentsAsked = experiments.slice(0, 1).map((experiment): EvaluatedEntity => {
    const { decide } = prepareExperiment(experiment, asked);
    return {
      name: experiment.id,
      rules: rulesBehind(experiment, gates),
      own: (user) => {
        const decision = decide(user);
        return "value" in decision
          ? { value: decision.value, rule: decision.step?.id, group: decision.step?.group?.name ?? null }
          : decision;
      },
      theirs: (libraries) => libraries.experiment(experiment.id),
    };
  });
  const layerAsked: EvaluatedEntity = {
    name: layered.layer.id,
    rules: experiments.flatMap((experiment) => rulesBehind(experiment, gates)),
    own: () => ({ notJudged: "Layers are asked by apps alone" }),
    theirs: (libraries) => libraries.layer(layered.layer.id),
  };
  return [...gatesAsked, configAsked, ...experimentsAsked, layerAsked].map((asked) => ({
    ...asked,
    rules: [...asked.rules, ...ofSegments],
  }));
}
