// Decides all gates, dynamic configs and experiments of a project for one user, as libraries report them. Prepared once
// for each version of the rules.
import { objectOfTwins } from "#contract/json5.ts";
import type { Rule } from "#contract/rule.ts";
import {
  prepareEvaluationSession,
  variantFor,
  type ConfigFacts,
  type GateFacts,
  type Gates,
} from "#targeting/evaluate/evaluate.ts";
import type { User } from "#targeting/evaluate/places.ts";
import { statusDecision } from "#targeting/evaluate/status-decision.ts";
import { experimentIn, inlineGate, valuesOf } from "#targeting/experiments/decide-experiment.ts";
import {
  isDividing,
  stepsOf,
  type ExperimentFacts,
  type Step,
} from "#targeting/experiments/experiment-steps.ts";
import { inLayers } from "#targeting/experiments/layers.ts";
import { servedGates, type Project } from "#targeting/rules-document/build-document.ts";
import { explicitParameters } from "#targeting/rules-document/experiment-spec.ts";
import { activeHoldouts, holdoutGate, withHoldouts } from "#targeting/rules-document/holdouts.ts";
import { segmentGate } from "#targeting/rules-document/segments.ts";
import { wireIDType } from "#targeting/rules-document/spec-conditions.ts";
import { resultNumber, isPassing, placeOf, type GateRules } from "./decide-gates.ts";
import { layerEntity } from "./prepare-layer.ts";
import { exposureReader, noExposures, soleGateReference, type Exposure } from "./secondary-exposures.ts";
import { servedRule } from "./served-rules.ts";

/** A result; the same object for all users who get the same value by the same rule. */
export interface Answer {
  /** Index among the results of its gate, config or experiment. */
  readonly number: number;
  readonly value: unknown;
  readonly passes: boolean;
  readonly ruleID: string;
  readonly groupName?: string | undefined;
  /** For experiments: whether the user takes part. */
  readonly isAssigned?: boolean;
  /** For layers: the experiment that decided. */
  readonly delegate?: PreparedEntity;
}

export interface Answered {
  readonly answer: Answer;
  readonly exposures: readonly Exposure[];
  /** For layers: the exposures before the experiment that decided was reached. */
  readonly undelegated?: readonly Exposure[];
}

export interface PreparedEntity {
  readonly name: string;
  readonly kind: "gate" | "config" | "experiment" | "layer";
  readonly idType: string;
  readonly version: number | undefined;
  /** For experiments: whether the experiment divides users. */
  readonly isActive?: boolean;
  /** For experiments: the ids of the groups by name. */
  readonly groupIDs?: ReadonlyMap<string, string>;
  /** For experiments in a layer: the parameters that the experiment sets. */
  readonly explicitParameters?: readonly string[];
  /** Decides for a user; `nextUser` must have been called since the previous user. */
  readonly decide: (user: User) => Answered;
}

export interface PreparedGate extends PreparedEntity {
  readonly rules: GateRules;
  readonly answerOf: (number: number) => Answer;
  /** The exposures of a result, for gates whose rules refer to other gates. */
  readonly exposures: ((number: number, user: User) => readonly Exposure[]) | undefined;
  /** The gates evaluated on the way to a result, if they are the same for every user. */
  readonly asks: (number: number) => readonly string[] | undefined;
}

export interface PreparedValues {
  readonly gates: ReadonlyMap<string, PreparedGate>;
  /** Dynamic configs and experiments; if names collide, the experiment wins. */
  readonly configs: ReadonlyMap<string, PreparedEntity>;
  readonly layers: ReadonlyMap<string, PreparedEntity>;
  /** Must be called before each new user. */
  readonly nextUser: () => void;
}

/** Wraps a result without exposures. */
const alone = (answer: Answer): Answered => ({ answer, exposures: noExposures });

/** The rule id that libraries report if no rule decides. */
const noRule = "default";

/** Longer chains of references are not evaluated (see evaluation). */
const maxDepth = 200;

const versionOf = (owner: object) =>
  "version" in owner && typeof owner.version === "number" ? owner.version : undefined;

/** Memoizes a function by its key. */
function once<Key, Made>(make: (key: Key) => Made) {
  const made = new Map<Key, Made>();
  return (key: Key): Made => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const found = make(key);
    made.set(key, found);
    return found;
  };
}

export function prepareValues(stored: Project): PreparedValues {
  const project = withHoldouts(stored);
  const holdouts = new Map(
    activeHoldouts(stored)
      .map(holdoutGate)
      .map((gate) => [gate.id, gate]),
  );
  const listed = new Map(servedGates(project.gates).map((gate) => [gate.id, gate]));
  const segments = new Map((project.segments ?? []).map(segmentGate).map((gate) => [gate.id, gate]));
  const served = (rule: Rule) =>
    servedRule(rule, (gate) => listed.has(gate) || segments.has(gate) || holdouts.has(gate));
  const asServed = <Owner extends { readonly rules: readonly Rule[] }>(owner: Owner): Owner => ({
    ...owner,
    rules: owner.rules.map(served),
  });
  const gates: Gates = new Map(
    [...listed, ...segments, ...holdouts].map(([id, gate]) => [id, asServed(gate)]),
  );
  const together = prepareEvaluationSession(gates);
  const asked = new Map<string, (user: User) => readonly Exposure[]>();
  const unknown = once((gate: string): readonly Exposure[] => [{ gate, passes: false, ruleID: "" }]);
  const exposuresOf = (gate: string, user: User) => asked.get(gate)?.(user) ?? unknown(gate);
  let turn = 0;
  let depth = 0;

  /** Returns the exposures of a gate, cached per user since several gates may refer to it. */
  function ownExposures({ name, decide }: PreparedEntity) {
    const ownOf = once(({ passes, ruleID }: Answer): Exposure => ({ gate: name, passes, ruleID }));
    let [foundIn, found] = [-1, noExposures];
    return (user: User) => {
      if (foundIn === turn || depth > maxDepth) return found;
      depth += 1;
      const { answer, exposures } = decide(user);
      depth -= 1;
      [foundIn, found] = [turn, [...exposures, ownOf(answer)]];
      return found;
    };
  }

  function gateEntity(gate: GateFacts): PreparedGate {
    const fixed = statusDecision(gate)?.outcome;
    const rules = fixed ? [] : gate.rules;
    const noRuleID = fixed ? (fixed === "pass" ? "launched" : "disabled") : noRule;
    const answerOf = once((number: number): Answer => {
      const passes = isPassing(number);
      return { number, value: passes, passes, ruleID: rules[placeOf(number)]?.id ?? noRuleID };
    });
    const served = gates.get(gate.id) ?? gate;
    const decideRules = together.gate(served);
    const { steps, unitText } = together.gateRules(served);
    const reader = exposureReader(rules, exposuresOf);
    const indexOf = (number: number) => (rules[placeOf(number)] ? placeOf(number) : undefined);
    const exposures = reader && ((number: number, user: User) => reader.read(user, indexOf(number)));
    const decide = (user: User): Answered => {
      const { outcome, index } = decideRules(user);
      const number = resultNumber(index ?? rules.length, outcome === "pass");
      return { answer: answerOf(number), exposures: exposures?.(number, user) ?? noExposures };
    };
    return {
      name: gate.id,
      kind: "gate",
      idType: wireIDType(gate.idType),
      version: versionOf(gate),
      decide,
      rules: {
        name: gate.id,
        asks: served.rules.map(soleGateReference),
        steps: fixed ? [] : steps,
        unitText,
        passesOthers: fixed === "pass",
        asksOthers: reader !== undefined,
        listener: () => together.listener(served),
      },
      answerOf,
      exposures,
      asks: (number) => reader?.gates(indexOf(number)),
    };
  }

  function configEntity(config: ConfigFacts): PreparedEntity {
    const served = asServed(config);
    const { id, isEnabled } = config;
    const otherwise = objectOfTwins(config.defaultValue, config.defaultValueJson5) ?? {};
    const decideRules = together.config(served);
    const read = exposureReader(isEnabled ? config.rules : [], exposuresOf)?.read;
    const answers = new Map<string, Answered>();
    const decide = (user: User): Answered => {
      const { outcome, rule, index, value } = decideRules(user);
      // Libraries report the variant even if the percentage excludes the user.
      const variant = rule && variantFor(rule, served, user);
      const place = variant ? (rule.variants?.indexOf(variant) ?? -1) : -1;
      const key = `${outcome} ${index} ${place}`;
      const known = answers.get(key);
      const found =
        known ??
        alone({
          number: answers.size,
          value: value ?? otherwise,
          passes: outcome === "pass",
          ruleID: isEnabled ? (rule?.id ?? noRule) : "disabled",
          groupName: variant?.name,
        });
      if (!known) answers.set(key, found);
      if (!read) return found;
      return {
        answer: found.answer,
        exposures: read(user, index, place === 0 || !rule?.variants?.length),
      };
    };
    return {
      name: id,
      kind: "config",
      idType: wireIDType(config.idType),
      version: versionOf(config),
      decide,
    };
  }

  function experimentEntity(experiment: ExperimentFacts): PreparedEntity {
    const inline = inlineGate(experiment);
    const servedInline = inline && asServed(inline);
    const decideSteps = experimentIn(together, experiment, gates, servedInline, served);
    const decideInline = servedInline && together.likeGate(servedInline);
    const readInline = inline && exposureReader(inline.rules, exposuresOf)?.read;
    const steps = stepsOf(experiment);
    const answers = once((id: string | undefined): Answered => {
      const step = steps.find((one) => one.id === id);
      return alone({
        number: step ? steps.indexOf(step) : steps.length,
        value: valuesOf(experiment, step?.group),
        passes: step !== undefined,
        ruleID: id ?? noRule,
        groupName: step?.group?.name,
        isAssigned: step?.isAssignment ?? false,
      });
    });
    const readOverride = once(
      (rule: Rule) => exposureReader([rule], exposuresOf)?.read ?? (() => noExposures),
    );
    const exposuresOfStep = ({ holds }: Step, user: User) => {
      if (holds.for === "who meets a rule") return readOverride(holds.rule)(user);
      if (holds.for === "who fails the gate" || holds.for === "who is held out")
        return exposuresOf(holds.gate, user);
      return holds.for === "who fails inline targeting"
        ? (readInline?.(user, decideInline?.(user).index) ?? noExposures)
        : noExposures;
    };
    const asking = steps.filter(
      ({ holds }) => holds.for.startsWith("who ") || holds.for === "who meets a rule",
    );
    const decide = (user: User): Answered => {
      const { step } = decideSteps(user);
      const found = answers(step?.id);
      if (asking.length === 0) return found;
      const reached = steps.slice(0, steps.findIndex(({ id }) => id === step?.id) + 1 || steps.length);
      const exposures = reached.flatMap((one) => exposuresOfStep(one, user));
      return { answer: found.answer, exposures: [...new Set(exposures)] };
    };
    return {
      name: experiment.id,
      kind: "experiment",
      idType: wireIDType(experiment.idType),
      version: versionOf(experiment),
      isActive: isDividing(experiment),
      groupIDs: new Map(experiment.groups.map((group) => [group.name, group.id])),
      ...(experiment.layer && { explicitParameters: explicitParameters(experiment) }),
      decide,
    };
  }

  const byName = <Entity extends PreparedEntity>(entities: readonly Entity[]) =>
    new Map(entities.map((entity) => [entity.name, entity]));
  const gateEntities = byName([...listed.values()].map(gateEntity));
  for (const [name, entity] of gateEntities) asked.set(name, ownExposures(entity));
  for (const gate of holdouts.values()) asked.set(gate.id, ownExposures(gateEntity(gate)));
  const placed = inLayers(project.layers ?? [], project.experiments);
  const configEntities = byName([
    ...project.configs.map(configEntity),
    ...placed.experiments.map(experimentEntity),
  ]);
  const around = { together, configs: configEntities, served, exposuresOf };
  return {
    gates: gateEntities,
    configs: configEntities,
    layers: byName(placed.layers.map((layer) => layerEntity(layer, around))),
    nextUser: () => {
      turn += 1;
      together.nextUser();
    },
  };
}
