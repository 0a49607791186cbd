// Finds several earlier rules that together decide for everyone who matches a later rule. The proof is by cases: one
// for each value of a choice, or a demand and its opposite. If the proof fails, nothing is reported.
import { contradictionIn } from "./contradiction.ts";
import { isAlwaysMet, isMembership, type Demand, type LintContext } from "./demand.ts";
import { implies } from "./implication.ts";
import { isChoosing } from "./matching-texts.ts";
import { measureOf, rangeOf } from "./range.ts";

interface EarlierRule {
  readonly ruleIndex: number;
  readonly demands: readonly Demand[];
}

const pairs = [
  ["any", "none"],
  ["any_case_sensitive", "none_case_sensitive"],
  ["str_contains_any", "str_contains_none"],
  ["is_null", "is_not_null"],
  ["passes", "fails"],
  ["gt", "lte"],
  ["gte", "lt"],
  ["version_gt", "version_lte"],
  ["version_gte", "version_lt"],
] as const;
const opposites: ReadonlyMap<string, string> = new Map(
  pairs.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);

/**
 * Returns the demand that holds for exactly those users who meet all given demands but not this one; undefined if no
 * single demand does.
 */
function oppositeOf(demand: Demand, given: readonly Demand[]): Demand | undefined {
  const operator = opposites.get(demand.operator);
  if (operator === undefined || (isMembership(demand) && demand.targets.length !== 1)) return undefined;
  const measure = measureOf(demand);
  // A value that is not a number meets neither "over 5" nor "at most 5".
  const isMeasured = (other: Demand) => other.key === demand.key && rangeOf(other)?.measure === measure;
  return measure && !(rangeOf(demand) && given.some(isMeasured)) ? undefined : { ...demand, operator };
}

type Cases = readonly (readonly Demand[])[];

/** Splits a choice among several values into one case per value. */
function casesOfChoice(given: readonly Demand[], key: string): Cases | undefined {
  const choice = given.find((demand) => demand.key === key && isChoosing(demand));
  if (!choice || choice.targets.length < 2) return undefined;
  return choice.targets.map((target) =>
    given.map((demand) => (demand === choice ? { ...choice, targets: [target] } : demand)),
  );
}

/** Splits into two cases by the first undecided demand of the earlier rules: the demand and its opposite. */
function casesOfDemand(
  given: readonly Demand[],
  earlier: readonly EarlierRule[],
  context: LintContext,
): Cases | undefined {
  for (const demand of earlier.flatMap(({ demands }) => demands)) {
    const opposite = implies(given, [demand], context) ? undefined : oppositeOf(demand, given);
    if (opposite && !implies(given, [opposite], context))
      return [
        [...given, demand],
        [...given, opposite],
      ];
  }
  return undefined;
}

const maxDepth = 6;

/** Returns the earlier rules needed to decide for everyone who meets the given demands; undefined if that is not certain. */
function cover(
  given: readonly Demand[],
  earlier: readonly EarlierRule[],
  key: string,
  context: LintContext,
  depth = 0,
): readonly number[] | undefined {
  if (contradictionIn(given, context)) return [];
  const alone = earlier.find(({ demands }) => implies(given, demands, context));
  if (alone) return [alone.ruleIndex];
  if (depth > maxDepth) return undefined;
  const used = new Set<number>();
  const cases = casesOfChoice(given, key) ?? casesOfDemand(given, earlier, context);
  if (!cases) return undefined;
  for (const one of cases) {
    const found = cover(one, earlier, key, context, depth + 1);
    if (!found) return undefined;
    for (const index of found) used.add(index);
  }
  return [...used];
}

/** Returns the one value that a rule tests and the given demands leave open; undefined if there are none or several. */
function openKey(
  demands: readonly Demand[],
  given: readonly Demand[],
  context: LintContext,
): string | undefined {
  let open: string | undefined;
  const isConstrained = ({ key }: Demand) => given.some((demand) => demand.key === key);
  // The cheap check runs first, since most rules test other values.
  for (const demand of demands) {
    if (demand.key === open || isConstrained(demand) || isAlwaysMet(demand, context)) continue;
    // A user may lack the number altogether, so bounds cover everyone only if a number is required.
    if (open !== undefined || measureOf(demand)) return undefined;
    open = demand.key;
  }
  for (const demand of demands) {
    if (demand.key === open || !isConstrained(demand) || implies(given, [demand], context)) continue;
    if (open !== undefined) return undefined;
    open = demand.key;
  }
  return open;
}

/** Maximum number of rules before the linted one that are considered, so that typing stays responsive. */
const mostEarlierRules = 30;

/**
 * Returns the earlier rules that together decide for everyone who meets the demands. Only rules that differ from them
 * in a single value are tried.
 */
export function shadowedJointly(
  given: readonly Demand[],
  earlier: readonly EarlierRule[],
  context: LintContext,
): readonly number[] | undefined {
  const byKey = new Map<string, EarlierRule[]>();
  for (const rule of earlier.slice(-mostEarlierRules)) {
    const key = openKey(rule.demands, given, context);
    if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), rule]);
  }
  for (const [key, rules] of byKey) {
    const found = rules.length > 1 ? cover(given, rules, key, context) : undefined;
    if (found) return found.toSorted((left, right) => left - right);
  }
  return undefined;
}
