// Whether several earlier rules together take everyone whom a rule asks for. Proved by cases, of one value after the other and of a demand and its opposite; says nothing where that proves nothing.
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

/** What exactly those meet who meet all that is given but not this; undefined where no single demand says it. */
function oppositeOf(demand: Demand, given: readonly Demand[]): Demand | undefined {
  const operator = opposites.get(demand.operator);
  if (operator === undefined || (isMembership(demand) && demand.targets.length !== 1)) return undefined;
  const measure = measureOf(demand);
  // What is no number at all meets neither "over 5" nor "at most 5".
  const isMeasured = (other: Demand) => other.key === demand.key && rangeOf(other)?.measure === measure;
  return measure && !(rangeOf(demand) && given.some(isMeasured)) ? undefined : { ...demand, operator };
}

type Cases = readonly (readonly Demand[])[];

/** A choice among several values, as one case a value. */
function casesOfChoice(given: readonly Demand[], key: string): Cases | undefined {
  const choice = given.find((demand) => demand.key === key && isChoosing(demand));
  if (!choice || choice.targets.length < 2) return undefined;
  return choice.targets.map((target) =>
    given.map((demand) => (demand === choice ? { ...choice, targets: [target] } : demand)),
  );
}

/** With the first demand of the earlier rules that is still open, and with its opposite. */
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

/** The rules that it takes to decide for everyone who meets what is given. */
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

/** The one thing that a rule looks at and that the given demands leave open; undefined where it is none or several. */
function openKey(
  demands: readonly Demand[],
  given: readonly Demand[],
  context: LintContext,
): string | undefined {
  let open: string | undefined;
  const isConstrained = ({ key }: Demand) => given.some((demand) => demand.key === key);
  // What is quickly seen comes first: most rules look at other things.
  for (const demand of demands) {
    if (demand.key === open || isConstrained(demand) || isAlwaysMet(demand, context)) continue;
    // Nobody needs to have a number at all, so bounds take everyone only of those who are asked for one.
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

/** In a longer list no more than these are looked at, so that typing stays quick. */
const mostEarlierRules = 30;

/** The earlier rules that together decide for everyone whom the demands ask for, and differ from them in one thing that they look at. */
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
