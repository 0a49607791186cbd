// Lint of the rules in a form: asked with every keystroke, so what grows with the square of the rules is worked out only when it must.
import type { LintContext, LintedRule } from "#targeting/lint/demand.ts";
import type { Finding } from "#targeting/lint/finding.ts";
import { lintDemands, lintRules } from "#targeting/lint/lint-rules.ts";

const asksTheSame = (left: LintedRule, right: LintedRule | undefined) =>
  left.conditions === right?.conditions && left.environments === right.environments;

/** A lint that remembers whom the rules asked for. Conditions and environments must keep their identity while they are the same. */
export function createLint() {
  let rules: readonly LintedRule[] = [];
  let context: LintContext | undefined;
  let ofDemands: ReturnType<typeof lintDemands> = [];
  return (next: readonly LintedRule[], nextContext: LintContext): Finding[] => {
    const isKnown =
      context?.gates === nextContext.gates &&
      context?.gateID === nextContext.gateID &&
      rules.length === next.length &&
      next.every((rule, index) => asksTheSame(rule, rules[index]));
    if (!isKnown) ofDemands = lintDemands(next, nextContext);
    [rules, context] = [next, nextContext];
    return lintRules(next, nextContext, ofDemands);
  };
}
