// Lint of the rules in a form: asked with every keystroke, computed only when what it looks at has changed.
import type { LintContext, LintedRule } from "#targeting/rule-lint/demand.ts";
import type { Finding } from "#targeting/rule-lint/finding.ts";
import { lintRules } from "#targeting/rule-lint/lint-rules.ts";

const isSame = (left: LintedRule, right: LintedRule) =>
  left.name === right.name &&
  left.passPercentage === right.passPercentage &&
  left.conditions === right.conditions &&
  left.environments === right.environments;

/** A lint that remembers its last answer. Conditions must keep their identity while they are the same. */
export function createLint() {
  let last: { rules: readonly LintedRule[]; gates: LintContext["gates"]; findings: Finding[] } | undefined;
  return (rules: readonly LintedRule[], context: LintContext): Finding[] => {
    const isKnown =
      last?.gates === context.gates &&
      last?.rules.length === rules.length &&
      rules.every((rule, index) => {
        const before = last?.rules[index];
        return before !== undefined && isSame(rule, before);
      });
    if (!isKnown || !last) last = { rules, gates: context.gates, findings: lintRules(rules, context) };
    return last.findings;
  };
}
