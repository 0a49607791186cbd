// One rule while it is edited, what of it differs from the stored one, and how that is said.
import { z } from "zod";
import type { GateRuleUpdate } from "#contract/rule-update.ts";
import type { Rule } from "#contract/rule.ts";
import { ConditionDraft, conditionDraftsOf, sameConditions, sentConditions } from "./condition-draft.ts";
import { textOf, whoParts, type NameOf } from "./condition-words.ts";
import { environmentsText } from "./environments.ts";
import { percentText } from "./percent.ts";

export const RuleDraft = z.object({
  name: z.string(),
  /** Missing while the text is no percentage. */
  passPercentage: z.number().optional(),
  /** That text, so that it is not lost. */
  typedPercentage: z.string().optional(),
  conditions: z.array(ConditionDraft),
  environments: z.array(z.string()).nullable(),
});
export type RuleDraft = z.infer<typeof RuleDraft>;

export const ruleDraftOf = (rule: Rule): RuleDraft => ({
  name: rule.name,
  passPercentage: rule.passPercentage,
  conditions: conditionDraftsOf(rule.conditions),
  environments: rule.environments ?? null,
});

const sameEnvironments = (left: readonly string[] | null, right: readonly string[] | null) =>
  left === null || right === null
    ? left === right
    : left.length === right.length && left.every((name) => right.includes(name));

/** Only the fields that differ from the stored rule, as they are sent. */
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
    ...(sameEnvironments(draft.environments, before.environments)
      ? {}
      : { environments: draft.environments }),
  };
}

interface RuleChange {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** What differs between two states of a rule, in words. */
export function ruleChanges(before: Rule, after: Rule, nameOf: NameOf): RuleChange[] {
  const rows = [
    { what: "Name", of: (rule: Rule) => rule.name },
    { what: "Who", of: (rule: Rule) => textOf(whoParts(rule.conditions, nameOf)) },
    { what: "Passes", of: (rule: Rule) => percentText(rule.passPercentage) },
    { what: "Environments", of: (rule: Rule) => environmentsText(rule.environments) },
  ];
  return rows
    .map(({ what, of }) => ({ what, before: of(before), after: of(after) }))
    .filter((row) => row.before !== row.after);
}
