// Texts within entities that the command palette finds: the rules of gates and configs in words, and the metrics of
// experiments.
import type { FoundEntity, SearchResult } from "#contract/search.ts";
import { baseIDOf } from "#contract/rule.ts";
import { textOf, whoParts } from "#console/rules/fields/condition-words.ts";

/** A text within an entity, and where the entity's page shows it. */
export interface EntityText {
  readonly kind: "Rules" | "Metrics of experiments";
  readonly owner: FoundEntity;
  readonly text: string;
  /** Search parameters that show the text on the page. */
  readonly at: string;
}

export function textsOf({ rules, metrics, gates }: SearchResult): EntityText[] {
  const names = new Map(gates.map(({ id, name }) => [id, name]));
  return [
    ...rules.map(({ owner, rule }): EntityText => {
      const who = textOf(whoParts(rule.conditions, (id) => names.get(id)));
      const at = `?rule=${encodeURIComponent(baseIDOf(rule))}`;
      return { kind: "Rules", owner, text: `${rule.name}: ${who}`, at };
    }),
    ...metrics.map(({ owner, name }): EntityText => ({
      kind: "Metrics of experiments",
      owner,
      text: name,
      at: "?tab=metrics",
    })),
  ];
}
