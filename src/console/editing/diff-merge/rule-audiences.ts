// Describes the differences between two lists of rules, rule by rule, each with the users whom the rule targets.
import { baseIDOf, type Rule } from "#contract/rule.ts";
import type {
  Environments,
  ChangedEnvironments,
  ChangedEnvironmentsOfRule,
} from "#targeting/evaluate/changed-environments.ts";
import { textOf, usersParts, whoParts, type NameOf } from "#console/rules/fields/condition-words.ts";
import { environmentsConsequence, environmentsText } from "#console/rules/fields/environments.ts";
import { changeOf, type AudienceChange, type Change, type Changes } from "./changes.ts";
import { shareConsequence } from "./share-consequence.ts";
import { percentText } from "#console/foundation/ui/wording.ts";

interface WithRules {
  readonly rules: readonly Rule[];
}

/** Describes the differences between two states of a rule in words. */
export function ruleChanges(
  before: Rule,
  after: Rule,
  nameOf: NameOf,
  where: ChangedEnvironmentsOfRule,
): Change[] {
  const change = (what: string, of: (rule: Rule) => string, environments?: Environments) =>
    changeOf(what, of(before), of(after), environments);
  return [
    ...change("Name", ({ name }) => name),
    ...change("Who", ({ conditions }) => textOf(whoParts(conditions, nameOf)), where.byContent),
    ...change("Rollout", ({ passPercentage }) => percentText(passPercentage), where.byContent).map((row) => ({
      ...row,
      consequence: shareConsequence(before.passPercentage, after.passPercentage),
    })),
    ...change("Environments", ({ environments }) => environmentsText(environments), where.byPlace).map(
      (row) => ({ ...row, consequence: environmentsConsequence(before.environments, after.environments) }),
    ),
  ];
}

/** Returns one entry for each rule of either list, in which `changes` is empty for an unchanged rule. */
export function ruleAudiences(
  before: WithRules,
  after: WithRules,
  where: ChangedEnvironments,
  nameOf: NameOf,
  changesOfRule: (before: Rule, after: Rule, where: ChangedEnvironmentsOfRule) => Change[],
  /** Describes the value that a new rule returns to its users. */
  givesOf?: (rule: Rule) => string,
): AudienceChange[] {
  const stored = new Map(before.rules.map((rule) => [baseIDOf(rule), rule]));
  const remaining = new Set(after.rules.map(baseIDOf));
  // A changed percentage has its own row, so it is not mentioned here.
  const shareOf = (rule: Rule) =>
    (stored.get(baseIDOf(rule)) ?? rule).passPercentage === rule.passPercentage ? rule.passPercentage : 100;
  const audience = ({ rules }: WithRules, rule: Rule, changes: Change[]): AudienceChange => ({
    key: baseIDOf(rule),
    who: changes.length ? textOf(usersParts(rule.conditions, shareOf(rule), nameOf)) : "",
    place: `Rule ${rules.indexOf(rule) + 1}, ${rule.name}`,
    changes,
  });
  const present = after.rules.map((rule) => {
    const old = stored.get(baseIDOf(rule));
    if (old === rule) return audience(after, rule, []);
    const gives = givesOf?.(rule);
    const of = where.ofRule(old, rule);
    const added = changeOf("Rule", "not there", gives ? `added: ${gives}` : "added", of.byPlace);
    return audience(after, rule, old ? changesOfRule(old, rule, of) : added);
  });
  const removed = before.rules
    .filter((rule) => !remaining.has(baseIDOf(rule)))
    .map((rule) =>
      audience(
        before,
        rule,
        changeOf(
          "Rule",
          "there",
          "removed: the next rule that fits decides",
          where.ofRule(rule, undefined).byPlace,
        ),
      ),
    );
  return [...present, ...removed];
}

/** Combines the changes of all audiences, and separates the rules without changes. */
export const changesByAudience = (
  { all }: ChangedEnvironments,
  whole: AudienceChange,
  rules: readonly AudienceChange[],
  ...others: AudienceChange[]
): Changes => ({
  audiences: [whole, ...rules, ...others].filter(({ changes }) => changes.length > 0),
  unchanged: rules.filter(({ changes }) => changes.length === 0).map(({ place }) => place),
  environments: all,
});

/** A change where the rules that exist in both lists are in a different order. */
export function orderChange(before: WithRules, after: WithRules, { byOrder }: ChangedEnvironments): Change[] {
  const common = (from: WithRules, other: WithRules) => {
    const known = new Set(other.rules.map(baseIDOf));
    return from.rules.filter((rule) => known.has(baseIDOf(rule)));
  };
  const [old, now] = [common(before, after), common(after, before)];
  const names = (rules: readonly Rule[]) => rules.map(({ name }) => name).join(", ");
  return old.map(baseIDOf).join() === now.map(baseIDOf).join()
    ? []
    : changeOf("Order of the rules", names(old), names(now), byOrder);
}
