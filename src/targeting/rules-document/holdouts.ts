// Represents holdouts as gates that pass the users who are held out; gates, configs and experiments check them before all other rules.
import type { Holdout } from "#contract/holdout.ts";
import type { Rule } from "#contract/rule.ts";
import type { GateFacts } from "#targeting/evaluate/evaluate.ts";
import { saltOf } from "#targeting/evaluate/rules.ts";
import { statusDecision } from "#targeting/evaluate/status-decision.ts";
import { holdoutName } from "#targeting/experiments/experiment-steps.ts";
import type { Project } from "./build-document.ts";

/** The fields of a holdout that decide who is held out, and from which entities. */
export interface HoldoutFacts extends Pick<
  Holdout,
  | "id"
  | "name"
  | "idType"
  | "isEnabled"
  | "passPercentage"
  | "gateIDs"
  | "dynamicConfigIDs"
  | "experimentIDs"
  | "layerIDs"
> {
  readonly salt?: unknown;
}

const ruleFor = (id: string, name: string, rest: Pick<Rule, "passPercentage" | "conditions">): Rule => ({
  id,
  baseID: id,
  name,
  environments: null,
  ...rest,
});

const everyone = [{ type: "public" }];

export const holdoutGate = (holdout: HoldoutFacts): GateFacts => ({
  id: holdoutName(holdout.id),
  idType: holdout.idType,
  salt: saltOf(holdout),
  rules: [ruleFor("held_out", "Held out", { passPercentage: holdout.passPercentage, conditions: everyone })],
  isEnabled: true,
  status: "In Progress",
});

/** The rule by which a gate or config gives held-out users the default result. */
const askingRule = ({ id, name }: HoldoutFacts): Rule =>
  ruleFor(holdoutName(id), `Held out by ${name}`, {
    passPercentage: 0,
    conditions: [{ type: "passes_gate", operator: null, targetValue: [holdoutName(id)] }],
  });

/** Choice: held-out users fail even launched gates, and get nothing that was shipped. */
function heldOutGate(gate: GateFacts, asking: readonly Rule[]): GateFacts {
  const fixed = statusDecision(gate)?.outcome;
  if (asking.length === 0 || fixed === "fail") return gate;
  if (fixed === undefined) return { ...gate, rules: [...asking, ...gate.rules] };
  const launched = ruleFor("launched", "Launched", { passPercentage: 100, conditions: everyone });
  return { ...gate, isEnabled: true, status: "In Progress", rules: [...asking, launched] };
}

export const activeHoldouts = ({ holdouts = [] }: Project): readonly HoldoutFacts[] =>
  holdouts.filter(({ isEnabled, passPercentage }) => isEnabled && passPercentage > 0);

/** Returns the project with holdout rules added before all other rules of the affected entities. */
export function withHoldouts(project: Project): Project {
  const holdouts = activeHoldouts(project);
  if (holdouts.length === 0) return project;
  return {
    ...project,
    gates: project.gates.map((gate) =>
      heldOutGate(gate, holdouts.filter(({ gateIDs }) => gateIDs.includes(gate.id)).map(askingRule)),
    ),
    configs: project.configs.map((config) => {
      const asked = holdouts.filter(({ dynamicConfigIDs }) => dynamicConfigIDs.includes(config.id));
      return asked.length > 0 ? { ...config, rules: [...asked.map(askingRule), ...config.rules] } : config;
    }),
    experiments: project.experiments.map((experiment) => {
      const heldOutBy = holdouts
        .filter(
          ({ experimentIDs, layerIDs }) =>
            experimentIDs.includes(experiment.id) || layerIDs.includes(experiment.layerID ?? ""),
        )
        .map(({ id }) => id);
      return heldOutBy.length > 0 ? { ...experiment, heldOutBy } : experiment;
    }),
  };
}
