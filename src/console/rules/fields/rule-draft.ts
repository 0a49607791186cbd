// The draft of one rule, and its comparison with the stored rule.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import type { GateRuleUpdate } from "#contract/rule-update.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import { sameJson } from "#contract/json5.ts";
import { memoized } from "#console/foundation/ui/memoized.ts";
import {
  ConditionDraft,
  conditionDraftsOf,
  conditionsOfDraft,
  sameConditions,
  sentConditions,
} from "./condition-draft.ts";

export const RuleDraft = z.object({
  /** Stable while the rule is edited; never sent. */
  key: z.string(),
  /** Undefined until the rule is stored. */
  id: z.optional(z.string()),
  baseID: z.optional(z.string()),
  name: z.string(),
  /** Undefined while the typed text is not a valid percentage. */
  passPercentage: z.optional(z.number()),
  /** The typed text while it is not a valid percentage, so that it is not lost. */
  typedPercentage: z.optional(z.string()),
  conditions: z.array(ConditionDraft),
  environments: z.nullable(z.array(z.string())),
});
export type RuleDraft = z.infer<typeof RuleDraft>;

export const ruleDraftOf = (rule: Rule): RuleDraft => ({
  key: baseIDOf(rule),
  id: rule.id,
  baseID: baseIDOf(rule),
  name: rule.name,
  passPercentage: rule.passPercentage,
  conditions: conditionDraftsOf(rule.conditions),
  environments: rule.environments ?? null,
});

/** Converts a draft into a rule; an incomplete percentage counts as 0. */
export const ruleOfDraft = (draft: RuleDraft): Rule => ({
  id: draft.id ?? draft.key,
  baseID: draft.baseID ?? draft.key,
  name: draft.name,
  passPercentage: draft.passPercentage ?? 0,
  conditions: conditionsOfDraft(draft.conditions),
  environments: draft.environments,
});

/** Converts a draft into the format of the contract. */
export function sentRule<Draft extends RuleDraft>(draft: Draft) {
  const { key: _, typedPercentage: _typed, ...sent } = draft;
  return { ...sent, conditions: sentConditions(draft.conditions) };
}

/** Returns an error if the percentage is not valid yet. */
export const percentProblem = (
  { passPercentage }: Pick<RuleDraft, "passPercentage">,
  property: string,
): Problem[] =>
  passPercentage === undefined ? [{ property, errorMessage: "Enter a number from 0 to 100" }] : [];

const comparable = memoized((rule: RuleDraft) => ({
  ...rule,
  conditions: sentConditions(rule.conditions),
  // The order of environments is irrelevant.
  environments: rule.environments?.toSorted(),
}));

/** Whether two drafts would be sent identically; unchanged rules are recognised cheaply by identity. */
export const isSameRule = (left: RuleDraft, right: RuleDraft) =>
  left === right || sameJson(comparable(left), comparable(right));

export const isSameRules = (left: readonly RuleDraft[], right: readonly RuleDraft[]) =>
  left.length === right.length &&
  left.every((rule, index) => {
    const other = right[index];
    return other !== undefined && isSameRule(rule, other);
  });

/** Returns only the fields that differ from the stored rule, in the format of the request. */
export function changedFields(stored: Rule, draft: RuleDraft): z.input<typeof GateRuleUpdate> {
  const before = ruleDraftOf(stored);
  return {
    ...(draft.name === before.name ? {} : { name: draft.name }),
    ...(draft.passPercentage === undefined || draft.passPercentage === before.passPercentage
      ? {}
      : { passPercentage: draft.passPercentage }),
    ...(sameConditions(draft.conditions, before.conditions)
      ? {}
      : { conditions: sentConditions(draft.conditions) }),
    ...(sameJson(draft.environments?.toSorted(), before.environments?.toSorted())
      ? {}
      : { environments: draft.environments }),
  };
}
