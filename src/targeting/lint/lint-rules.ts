// Lints an ordered list of rules of a gate or config. Reports a rule as "never" matching or "shadowed" only if that is certain.
import { contradictionIn } from "./contradiction.ts";
import { demandsOf, isAlwaysMet, type Demand, type LintContext, type LintedRule } from "./demand.ts";
import { finding, moveBefore, removeCondition, removeRule, runEverywhere, type Finding } from "./finding.ts";
import { gateFindings } from "./gate-findings.ts";
import { implies } from "./implication.ts";
import { shadowedJointly } from "./joint-shadowing.ts";
import { servingFindings } from "./serving-findings.ts";
import { targetFindings } from "./target-findings.ts";

interface ReadRule {
  readonly rule: LintedRule;
  readonly ruleIndex: number;
  readonly demands: readonly Demand[];
  /** The reason why nobody can meet the rule's demands. */
  readonly contradiction: ReturnType<typeof contradictionIn>;
}

/** True if the rule matches everyone in every environment, whatever its percentage. */
export const isForEveryone = (rule: LintedRule, context: LintContext = {}): boolean =>
  demandsOf(rule).every((demand) => isAlwaysMet(demand, context));

function neverMatches(rule: ReadRule): Finding | undefined {
  const { ruleIndex, demands, contradiction } = rule;
  if (demands.some((demand) => demand.conditionIndex === undefined && demand.targets.length === 0)) {
    const message = "Its list of environments is empty, so it runs nowhere.";
    return finding("no_environments", rule, message, runEverywhere(ruleIndex));
  }
  if (!contradiction) return undefined;
  const { message, ...place } = contradiction;
  const sentence = `Nobody ever matches: ${message}.`;
  return finding("never_matches", { ruleIndex, ...place }, sentence, removeRule(ruleIndex));
}

/** Choice: a rule that matches a user decides whatever its percentage, so an earlier rule hides a later one even below 100 %. */
function hiddenBy({ ruleIndex, demands }: ReadRule, earlier: ReadRule, context: LintContext) {
  if (!implies(demands, earlier.demands, context)) return undefined;
  const place = { ruleIndex, otherRuleIndex: earlier.ruleIndex };
  const name = `rule ${earlier.ruleIndex + 1}`;
  const move = moveBefore(ruleIndex, earlier.ruleIndex);
  if (isForEveryone(earlier.rule, context))
    return finding("unreachable", place, `Nobody gets here: ${name} already decides for everyone.`, move);
  if (!implies(earlier.demands, demands, context)) {
    const message = `It never decides: ${name} already takes everyone who matches it.`;
    return finding("shadowed", place, message, move);
  }
  const message = `It asks for the same users as ${name}, which decides first.`;
  return finding("duplicate", place, message, removeRule(ruleIndex));
}

const listed = new Intl.ListFormat("en-GB");

function hiddenByAll({ ruleIndex }: ReadRule, earlier: readonly number[]): Finding {
  const rules = listed.format(earlier.map((index) => String(index + 1)));
  const first = earlier[0] ?? 0;
  const message = `It never decides: rules ${rules} together already take everyone who matches it.`;
  return finding("shadowed", { ruleIndex, otherRuleIndex: first }, message, moveBefore(ruleIndex, first));
}

/** Returns a finding about the percentage of a rule that can be reached. */
function percentFinding(rule: LintedRule, ruleIndex: number, isLast: boolean, context: LintContext) {
  if (rule.passPercentage === 0) {
    const message = "It takes 0 %: whoever matches is left out, and no later rule is asked.";
    return finding("takes_nobody", { ruleIndex }, message, isLast ? removeRule(ruleIndex) : undefined);
  }
  if (rule.passPercentage < 100 || !isForEveryone(rule, context)) return undefined;
  return finding("takes_everyone", { ruleIndex }, "It takes 100 % of everyone: its rollout is complete.");
}

/** Finds conditions without effect: "everyone" beside others, one that is always met, and one implied by the others. */
function withoutEffect({ rule: { conditions }, ruleIndex, demands }: ReadRule, context: LintContext) {
  const left = new Set(conditions.keys());
  for (const index of [...left].reverse()) {
    const demand = demands.find(({ conditionIndex }) => conditionIndex === index);
    const others = demands.filter(
      (other) => other !== demand && (other.conditionIndex === undefined || left.has(other.conditionIndex)),
    );
    if (left.size > 1 && (!demand || implies(others, [demand], context))) left.delete(index);
  }
  return conditions.flatMap(({ type }, conditionIndex) => {
    if (left.has(conditionIndex)) return [];
    const message =
      type === "public"
        ? "Everyone beside another condition changes nothing."
        : "Whoever meets the other conditions meets this one too.";
    const place = { ruleIndex, conditionIndex };
    return finding("no_effect", place, message, removeCondition(ruleIndex, conditionIndex));
  });
}

/** Returns the finding that the rule never decides. */
function unreached(rule: ReadRule, earlier: readonly ReadRule[], context: LintContext): Finding | undefined {
  const never = neverMatches(rule);
  if (never) return never;
  const possible = earlier.filter((one) => !one.contradiction);
  for (const one of possible) {
    const hidden = hiddenBy(rule, one, context);
    if (hidden) return hidden;
  }
  const together = shadowedJointly(rule.demands, possible, context);
  return together && hiddenByAll(rule, together);
}

/** The findings of one rule that do not depend on percentages. */
interface DemandFindings {
  readonly findings: readonly Finding[];
  readonly canDecide: boolean;
}

/**
 * Returns, per rule, the findings that do not depend on percentages. Takes quadratic time in the number of rules,
 * unlike the rest of lint.
 */
export function lintDemands(rules: readonly LintedRule[], context: LintContext = {}): DemandFindings[] {
  const read = rules.map((rule, ruleIndex): ReadRule => {
    const demands = demandsOf(rule);
    return { rule, ruleIndex, demands, contradiction: contradictionIn(demands, context) };
  });
  return read.map((rule, ruleIndex) => {
    const ofGates = rule.rule.conditions.flatMap((condition, conditionIndex) =>
      gateFindings(condition, { ruleIndex, conditionIndex }, context),
    );
    // A condition that already has a finding about its gate gets no second one.
    const reported = new Set(ofGates.map(({ conditionIndex }) => conditionIndex));
    const isNew = ({ conditionIndex }: Finding) =>
      conditionIndex === undefined || !reported.has(conditionIndex);
    const nobody = unreached(rule, read.slice(0, ruleIndex), context);
    const own = nobody ? [nobody] : withoutEffect(rule, context);
    const ofValues = rule.rule.conditions.flatMap((condition, conditionIndex) => [
      ...servingFindings(condition, { ruleIndex, conditionIndex }, context.gates),
      ...targetFindings(condition, { ruleIndex, conditionIndex }),
    ]);
    return { findings: [...ofGates, ...own.filter(isNew), ...ofValues], canDecide: nobody === undefined };
  });
}

/**
 * Returns all findings, in the order of the rules. `context` gives the owner and the known gates; `ofDemands` are the
 * findings that do not depend on percentages, if they have already been computed.
 */
export function lintRules(
  rules: readonly LintedRule[],
  context: LintContext = {},
  ofDemands = lintDemands(rules, context),
): Finding[] {
  return rules.flatMap((rule, ruleIndex) => {
    const { findings = [], canDecide } = ofDemands[ruleIndex] ?? {};
    const percent = canDecide && percentFinding(rule, ruleIndex, ruleIndex === rules.length - 1, context);
    return percent ? [percent, ...findings] : findings;
  });
}
