// Finds where the service stored, or would store, something other than requested.
import { baseIDOf } from "#contract/rule.ts";
import type { AudienceChange } from "#console/editing/diff-merge/changes.ts";
import { isNewKey } from "#console/editing/rule-list/new-rule.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import type { Editable, EntityAdapter } from "./entity-adapter.ts";

/** Gives new rules and variants the ids that the service assigned at the same positions. */
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

/** Returns the differences; empty where everything is stored as requested. */
export function storedOtherwise<Entity extends Editable, Draft>(
  {
    changesOf,
    entityOf,
    draftOf,
  }: Pick<EntityAdapter<Entity, Draft, unknown>, "changesOf" | "entityOf" | "draftOf">,
  requested: Entity,
  answer: Entity,
  nameOf: NameOf,
): readonly AudienceChange[] {
  // Both sides go through the draft format, so that only the meaning is compared, not the formatting.
  const stored = entityOf(answer, draftOf(answer));
  return changesOf(withIDs(requested, answer), stored, nameOf).audiences;
}
