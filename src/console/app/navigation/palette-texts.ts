// Texts inside of entities, which the palette finds: the rules of gates and configs in words, and the metrics of experiments.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { Gate } from "#contract/gate.ts";
import { baseIDOf } from "#contract/rule.ts";
import { textOf, usersParts } from "#console/rules/fields/condition-words.ts";
import type { Listed } from "./listed.ts";

/** A text of an entity, and where its page shows it. */
export interface EntityText {
  readonly kind: "Rules" | "Metrics";
  readonly section: Listed["section"];
  readonly id: string;
  readonly owner: string;
  readonly text: string;
  /** Search parameters. */
  readonly at: string;
}

interface Read {
  gates?: readonly Gate[] | undefined;
  configs?: readonly DynamicConfig[] | undefined;
  experiments?: readonly Experiment[] | undefined;
}

export function textsOf({ gates = [], configs = [], experiments = [] }: Read): EntityText[] {
  const names = new Map(gates.map(({ id, name }) => [id, name]));
  const rulesOf = (section: "gates" | "dynamic_configs") => (entity: Gate | DynamicConfig) =>
    entity.rules.map((rule): EntityText => {
      const who = textOf(usersParts(rule.conditions, rule.passPercentage, (id) => names.get(id)));
      return {
        kind: "Rules",
        section,
        id: entity.id,
        owner: entity.name ?? entity.id,
        text: `${rule.name}: ${who}`,
        at: `?rule=${encodeURIComponent(baseIDOf(rule))}`,
      };
    });
  const metrics = experiments.flatMap(({ id, name: owner, primaryMetrics, secondaryMetrics }) =>
    [...(primaryMetrics ?? []), ...(secondaryMetrics ?? [])].map(({ name }): EntityText => ({
      kind: "Metrics",
      section: "experiments",
      id,
      owner,
      text: name,
      at: "?tab=metrics",
    })),
  );
  return [...gates.flatMap(rulesOf("gates")), ...configs.flatMap(rulesOf("dynamic_configs")), ...metrics];
}
