// Runs the linter on the rules of a draft.
import { useDeferredValue, useMemo, useState } from "react";
import type { LintContext, LintedRule } from "#targeting/lint/demand.ts";
import type { Finding, Fix } from "#targeting/lint/finding.ts";
import { lintDemands, lintRules } from "#targeting/lint/lint-rules.ts";
import { conditionDraftsOf, conditionsOfDraft } from "#console/rules/fields/condition-draft.ts";
import type { RuleDraft } from "#console/rules/fields/rule-draft.ts";

/** Converts a draft for the linter; 50 % stands for an incomplete percentage, so that it counts as neither nobody nor everyone. */
const lintedRule = ({ name, passPercentage = 50, conditions, environments }: RuleDraft): LintedRule => ({
  name,
  passPercentage,
  conditions: conditionsOfDraft(conditions),
  environments,
});

const hasSameDemands = (left: LintedRule, right: LintedRule | undefined) =>
  left.conditions === right?.conditions && left.environments === right.environments;

/** Creates a linter that caches the pairwise comparison of rules, which is quadratic, until a condition or environment changes. */
function createLint() {
  let rules: readonly LintedRule[] = [];
  let context: LintContext | undefined;
  let ofDemands: ReturnType<typeof lintDemands> = [];
  return (next: readonly LintedRule[], nextContext: LintContext): Finding[] => {
    const isKnown =
      context?.gates === nextContext.gates &&
      context?.gateID === nextContext.gateID &&
      rules.length === next.length &&
      next.every((rule, index) => hasSameDemands(rule, rules[index]));
    if (!isKnown) ofDemands = lintDemands(next, nextContext);
    [rules, context] = [next, nextContext];
    return lintRules(next, nextContext, ofDemands);
  };
}

export interface RuleFindings<Draft> {
  /** The rules to which the indexes in the findings refer; deferred, so they may lag behind the typed rules. */
  linted: readonly Draft[];
  findings: readonly Finding[];
}

export function useFindings<Draft extends RuleDraft>(
  rules: readonly Draft[],
  { gates, gateID }: LintContext,
): RuleFindings<Draft> {
  const [lint] = useState(createLint);
  const linted = useDeferredValue(rules);
  const findings = useMemo(
    () => lint(linted.map(lintedRule), { gates, gateID }),
    [lint, linted, gates, gateID],
  );
  return { linted, findings };
}

/** Maps the index of each condition of a rule to the first error or warning about it. */
export function conditionMarks<Draft extends RuleDraft>(
  { findings, linted }: RuleFindings<Draft>,
  ruleKey: string,
): ReadonlyMap<number, string> {
  const marks = new Map<number, string>();
  for (const { ruleIndex, conditionIndex, severity, message } of findings)
    if (conditionIndex !== undefined && severity !== "note" && linted[ruleIndex]?.key === ruleKey)
      if (!marks.has(conditionIndex)) marks.set(conditionIndex, message);
  return marks;
}

/** Applies a fix to the rules; everything that it does not touch stays as typed. */
export function fixedRules<Draft extends RuleDraft>(rules: readonly Draft[], fix: Fix): Draft[] {
  const linted = rules.map((draft) => ({ ...lintedRule(draft), draft }));
  return fix.apply(linted).map(({ draft, conditions, environments }) => ({
    ...draft,
    environments: environments ?? null,
    conditions:
      conditions === conditionsOfDraft(draft.conditions) ? draft.conditions : conditionDraftsOf(conditions),
  }));
}
