// Where the service stored, or would store, something else than it was asked for.
import { baseIDOf } from "#contract/rule.ts";
import type { AudienceChange } from "#console/editing/diff-merge/changes.ts";
import { isNewKey } from "#console/editing/rule-list/new-rule.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import type { Editable, EditedKind } from "./edited-kind.ts";

/** New rules and variants have the ids that the answer gave to those at their places. */
const withIDs = <Entity extends Editable>(requested: Entity, answer: Entity): Entity => ({
  ...requested,
  rules: requested.rules.map((rule, index) => {
    const stored = answer.rules[index];
    const isNew = isNewKey(baseIDOf(rule));
    return {
      ...rule,
      ...(isNew && stored ? { baseID: baseIDOf(stored) } : {}),
      variants: rule.variants?.map((variant, place) =>
        isNew || isNewKey(variant.id ?? "") ? { ...variant, id: stored?.variants?.[place]?.id } : variant,
      ),
    };
  }),
});

/** Empty where all is as it was asked for. */
export function storedOtherwise<Entity extends Editable, Draft>(
  {
    changesOf,
    entityOf,
    draftOf,
  }: Pick<EditedKind<Entity, Draft, unknown>, "changesOf" | "entityOf" | "draftOf">,
  requested: Entity,
  answer: Entity,
  nameOf: NameOf,
): readonly AudienceChange[] {
  // Written as a draft is, so that only what it means is compared.
  const stored = entityOf(answer, draftOf(answer));
  return changesOf(withIDs(requested, answer), stored, nameOf).audiences;
}
