// Decides a layer for one user: the values of the experiment that the user takes part in, else the defaults.
import type { Rule } from "#contract/rule.ts";
import type { EvaluationSession } from "#targeting/evaluate/evaluate.ts";
import type { User } from "#targeting/evaluate/places.ts";
import { unitTextReader } from "#targeting/evaluate/rules.ts";
import { bucketTest } from "#targeting/experiments/decide-experiment.ts";
import type { LayerStep, ServedLayer } from "#targeting/experiments/layers.ts";
import { wireIDType } from "#targeting/rules-document/spec-conditions.ts";
import type { Answer, Answered, PreparedEntity } from "./prepare-values.ts";
import { exposureReader, type Exposure, type ExposuresOf } from "./secondary-exposures.ts";

/** Greater than the number of results of any experiment; used to number results across experiments. */
const mostAnswers = 10_000;

interface Around {
  readonly together: EvaluationSession;
  /** Prepared experiments by id. */
  readonly configs: ReadonlyMap<string, PreparedEntity>;
  readonly served: (rule: Rule) => Rule;
  readonly exposuresOf: ExposuresOf;
}

export function layerEntity(
  { layer, defaults, steps }: ServedLayer,
  { together, configs, served, exposuresOf }: Around,
): PreparedEntity {
  const idType = wireIDType(layer.idType);
  const unitText = unitTextReader(layer.idType);
  const otherwise: Answer = { number: 0, value: defaults, passes: false, ruleID: "default" };

  /** Layers contain only steps for overrides, buckets and everyone. */
  function stepTest(holds: LayerStep["holds"]) {
    if (holds.for === "buckets within") return { holds: bucketTest(holds.salt, holds.ranges, unitText) };
    if (holds.for !== "who meets a rule") return { holds: () => true };
    const rules = [served(holds.rule)];
    const decide = together.likeGate({ id: layer.id, idType, rules, isEnabled: true, status: "In Progress" });
    return {
      holds: (user: User) => decide(user).outcome === "pass",
      read: exposureReader([holds.rule], exposuresOf)?.read,
    };
  }

  const prepared = steps.flatMap(({ holds, experiment }, place) => {
    const delegate = configs.get(experiment);
    if (!delegate) return [];
    const known = new Map<Answer, Answer>();
    const delegated = (answer: Answer): Answer => {
      const number = (place + 1) * mostAnswers + answer.number;
      const found = known.get(answer) ?? { ...answer, number, delegate };
      known.set(answer, found);
      return found;
    };
    return [{ ...stepTest(holds), delegate, delegated }];
  });

  const decide = (user: User): Answered => {
    const reached: Exposure[] = [];
    const undelegated = () => [...new Set(reached)];
    for (const { holds, read, delegate, delegated } of prepared) {
      if (read) reached.push(...read(user));
      if (!holds(user)) continue;
      const { answer, exposures } = delegate.decide(user);
      const all = [...new Set([...reached, ...exposures])];
      return { answer: delegated(answer), exposures: all, undelegated: undelegated() };
    }
    return { answer: otherwise, exposures: undelegated(), undelegated: undelegated() };
  };
  return { name: layer.id, kind: "layer", idType, version: undefined, decide };
}
