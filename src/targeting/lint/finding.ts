// Findings of lint in a list of rules, and their fixes.
import type { Condition } from "#contract/condition.ts";
import type { LintedRule } from "./demand.ts";

/** Error: cannot be intended. Warning: has no effect or a surprising one. Note: may well be intended. */
export type Severity = "error" | "warning" | "note";

const severities = {
  refers_to_itself: "error",
  circle: "error",
  missing_gate: "error",
  archived_gate: "warning",
  not_served: "warning",
  odd_pattern: "warning",
  list_as_text: "warning",
  version_as_text: "warning",
  never_matches: "warning",
  no_environments: "warning",
  shadowed: "warning",
  duplicate: "warning",
  unreachable: "warning",
  takes_nobody: "note",
  takes_everyone: "note",
  no_effect: "note",
  same_value: "note",
  differs_in_case: "note",
  comma_in_value: "note",
  pre_release: "note",
} as const satisfies Record<string, Severity>;

export type FindingKind = keyof typeof severities;

export interface Fix {
  /** The label of the fix's button. */
  readonly label: string;
  /** Applies the fix to the rules that were linted and returns the result. */
  readonly apply: <R extends LintedRule>(rules: readonly R[]) => R[];
}

interface FindingPlace {
  /** Zero-based index of the rule. */
  readonly ruleIndex: number;
  /** Zero-based index of the condition; absent if the finding is about the whole rule. */
  readonly conditionIndex?: number;
  /** Index of the earlier rule that causes the finding. */
  readonly otherRuleIndex?: number;
}

export interface Finding extends FindingPlace {
  readonly kind: FindingKind;
  readonly severity: Severity;
  /** One sentence. */
  readonly message: string;
  readonly fix?: Fix;
}

/** Creates a finding with the severity of its kind. */
export const finding = (
  kind: FindingKind,
  { ruleIndex, conditionIndex, otherRuleIndex }: FindingPlace,
  message: string,
  fix?: Fix,
): Finding => ({
  kind,
  severity: severities[kind],
  ruleIndex,
  ...(conditionIndex !== undefined && { conditionIndex }),
  ...(otherRuleIndex !== undefined && { otherRuleIndex }),
  message,
  ...(fix && { fix }),
});

export const removeRule = (ruleIndex: number): Fix => ({
  label: "Remove the rule",
  apply: (rules) => rules.filter((_, index) => index !== ruleIndex),
});

/** Fix that moves a rule before an earlier one, so that it decides first. */
export const moveBefore = (ruleIndex: number, earlier: number): Fix => ({
  label: `Move it before rule ${earlier + 1}`,
  apply: (rules) => {
    const moved = rules.slice(ruleIndex, ruleIndex + 1);
    return [
      ...rules.slice(0, earlier),
      ...moved,
      ...rules.slice(earlier, ruleIndex),
      ...rules.slice(ruleIndex + 1),
    ];
  },
});

const changeRule = (
  label: string,
  ruleIndex: number,
  change: (rule: LintedRule) => Partial<LintedRule>,
): Fix => ({
  label,
  apply: (rules) => rules.map((rule, index) => (index === ruleIndex ? { ...rule, ...change(rule) } : rule)),
});

const everyone: Condition = { type: "public" };

/** Fix that removes a condition; a rule that loses its last condition gets the condition "everyone". */
export const removeCondition = (ruleIndex: number, conditionIndex: number): Fix =>
  changeRule("Remove the condition", ruleIndex, ({ conditions }) => {
    const left = conditions.filter((_, index) => index !== conditionIndex);
    return { conditions: left.length ? left : [everyone] };
  });

/** Fix that reduces the targets of a condition to the given ones. */
export const removeTargets = (
  label: string,
  ruleIndex: number,
  conditionIndex: number,
  remaining: readonly string[],
): Fix =>
  changeRule(label, ruleIndex, ({ conditions }) => ({
    conditions: conditions.map((condition, index) =>
      index === conditionIndex ? { ...condition, targetValue: [...remaining] } : condition,
    ),
  }));

export const runEverywhere = (ruleIndex: number): Fix =>
  changeRule("Run it in every environment", ruleIndex, () => ({ environments: null }));
