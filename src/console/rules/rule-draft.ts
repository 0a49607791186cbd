// One rule while it is edited, what of it differs from the stored one, and how that is said.
import { z } from "zod";
import { problemsOf, type Problem } from "#contract/api-error.ts";
import { GateRuleUpdate } from "#contract/rule-update.ts";
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

export const isChanged = (stored: Rule, draft: RuleDraft) =>
  draft.passPercentage === undefined || Object.keys(changedFields(stored, draft)).length > 0;

/** Problems of the changed fields by the contract's own schema, with the paths that the service uses. */
export function draftProblems(stored: Rule, draft: RuleDraft): Problem[] {
  const body = changedFields(stored, draft);
  const parsed = GateRuleUpdate.safeParse(body);
  return [
    ...(draft.passPercentage === undefined
      ? [{ property: "passPercentage", errorMessage: "Enter a number from 0 to 100" }]
      : []),
    ...(parsed.success ? [] : problemsOf(parsed.error, body)),
  ];
}

export interface RuleChange {
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

/** What I changed stays, what I did not touch follows the newer rule: the draft after a colleague's save. */
export function mergedDraft(base: Rule, mine: RuleDraft, newer: Rule): RuleDraft {
  const before = ruleDraftOf(base);
  const theirs = ruleDraftOf(newer);
  return {
    name: mine.name === before.name ? theirs.name : mine.name,
    passPercentage:
      mine.passPercentage === before.passPercentage ? theirs.passPercentage : mine.passPercentage,
    conditions: sameConditions(mine.conditions, before.conditions) ? theirs.conditions : mine.conditions,
    environments: sameEnvironments(mine.environments, before.environments)
      ? theirs.environments
      : mine.environments,
  };
}
