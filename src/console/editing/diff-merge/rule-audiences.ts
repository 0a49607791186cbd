// Differences between two lists of rules: rule by rule, each with the users that it is about.
import { baseIDOf, type Rule } from "#contract/rule.ts";
import { textOf, usersParts, whoParts, type NameOf } from "#console/rules/fields/condition-words.ts";
import { environmentsText } from "#console/rules/fields/environments.ts";
import { changeOf, type AudienceChange, type Change, type Changes } from "./changes.ts";
import { percentText } from "#console/foundation/ui/wording.ts";

interface WithRules {
  readonly rules: readonly Rule[];
}

/** Differences between two states of a rule, in words. */
export function ruleChanges(before: Rule, after: Rule, nameOf: NameOf): Change[] {
  const change = (what: string, of: (rule: Rule) => string) => changeOf(what, of(before), of(after));
  return [
    ...change("Name", ({ name }) => name),
    ...change("Who", ({ conditions }) => textOf(whoParts(conditions, nameOf))),
    ...change("Passes", ({ passPercentage }) => percentText(passPercentage)),
    ...change("Environments", ({ environments }) => environmentsText(environments)),
  ];
}

/** One entry for every rule there is or was; one that stays as it is has no changes. */
export function ruleAudiences(
  before: WithRules,
  after: WithRules,
  nameOf: NameOf,
  changesOfRule: (before: Rule, after: Rule) => Change[],
  /** The value that a new rule brings its users. */
  givesOf?: (rule: Rule) => string,
): AudienceChange[] {
  const stored = new Map(before.rules.map((rule) => [baseIDOf(rule), rule]));
  const remaining = new Set(after.rules.map(baseIDOf));
  // A percentage that changes has its own row.
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
    const added = [{ what: "Rule", before: "not there", after: gives ? `added: ${gives}` : "added" }];
    return audience(after, rule, old ? changesOfRule(old, rule) : added);
  });
  const removed = before.rules
    .filter((rule) => !remaining.has(baseIDOf(rule)))
    .map((rule) =>
      audience(before, rule, [
        { what: "Rule", before: "there", after: "removed: the next rule that fits decides" },
      ]),
    );
  return [...present, ...removed];
}

/** The change for each audience, and the rules that stay as they are. */
export const changesWith = (
  whole: AudienceChange,
  rules: readonly AudienceChange[],
  ...others: AudienceChange[]
): Changes => ({
  audiences: [whole, ...rules, ...others].filter(({ changes }) => changes.length > 0),
  unchanged: rules.filter(({ changes }) => changes.length === 0).map(({ place }) => place),
});

/** A row where the rules that both have stand in another order. */
export function orderChange(before: WithRules, after: WithRules): Change[] {
  const common = (from: WithRules, other: WithRules) => {
    const known = new Set(other.rules.map(baseIDOf));
    return from.rules.filter((rule) => known.has(baseIDOf(rule)));
  };
  const [old, now] = [common(before, after), common(after, before)];
  const names = (rules: readonly Rule[]) => rules.map(({ name }) => name).join(", ");
  return old.map(baseIDOf).join() === now.map(baseIDOf).join()
    ? []
    : changeOf("Order of the rules", names(old), names(now));
}
