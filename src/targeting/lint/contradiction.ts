// Finds the reason why no user can meet all demands of a rule. Reports nothing if that is not certain.
import { lowerCased } from "#targeting/evaluate/values.ts";
import { preparePattern } from "#targeting/evaluate/patterns.ts";
import { answerOfGate, isMembership, type Demand, type LintContext } from "./demand.ts";
import { describeDemand } from "./describe-demand.ts";
import { choicesOf, isChoosing, isOfList } from "./matching-texts.ts";
import { areApart, measureOf, rangeOf } from "./range.ts";

interface Contradiction {
  /** A sentence without its full stop. */
  readonly message: string;
  /** The later one of the contradicting conditions; absent if the contradiction is within the list of environments. */
  readonly conditionIndex?: number;
}

const contradiction = (message: string, { conditionIndex }: Demand): Contradiction => ({
  message,
  ...(conditionIndex !== undefined && { conditionIndex }),
});

const needsTargets = new Set([
  "any",
  "any_case_sensitive",
  "str_contains_any",
  "array_contains_any",
  "array_contains_all",
]);

/** Returns why nobody can meet the demand by itself; the message omits the subject, which the caller adds. */
function impossibleAlone(demand: Demand): string | undefined {
  const { operator, targets } = demand;
  const [value = ""] = targets;
  const measure = measureOf(demand);
  if (
    needsTargets.has(operator)
      ? targets.length === 0
      : value === "" && (measure || operator === "str_matches")
  )
    return "has no value yet";
  const kind = measure === "time" ? "date or time" : measure;
  if (measure && !rangeOf(demand)) return `is compared with "${value}", which is no ${kind}`;
  if (operator !== "str_matches") return undefined;
  const prepared = preparePattern(value);
  const isBroken = "problem" in prepared && !prepared.isRefused;
  return isBroken ? `is matched with "${value}", which is no pattern` : undefined;
}

const needsNoValue = new Set(["is_null", "none", "none_case_sensitive", "str_contains_none"]);

/** True if a user without the value cannot meet the demand. */
export const needsValue = ({ operator }: Demand): boolean => !needsNoValue.has(operator);

const every = (texts: readonly string[], holds: (text: string) => boolean) =>
  texts.length > 0 && texts.every(holds);

const without: Readonly<Record<string, (left: readonly string[], right: readonly string[]) => boolean>> = {
  "str_contains_any str_contains_none": (left, right) =>
    every(left, (text) => right.some((part) => lowerCased(text).includes(lowerCased(part)))),
  "array_contains_any array_contains_none": (left, right) => every(left, (item) => right.includes(item)),
  "array_contains_all array_contains_none": (left, right) => left.some((item) => right.includes(item)),
  "array_contains_all not_array_contains_all": (left, right) => every(right, (item) => left.includes(item)),
};

/** True if no value meets both demands, which must have the same key. */
function excludes(one: Demand, other: Demand): boolean {
  if (one.operator === "is_null" && needsValue(other)) return true;
  if (isOfList(one) && measureOf(other)) return true;
  if (without[`${one.operator} ${other.operator}`]?.(one.targets, other.targets)) return true;
  if (isChoosing(one)) return choicesOf([one, other])?.texts.length === 0;
  const [range, otherRange] = [rangeOf(one), rangeOf(other)];
  return range !== undefined && otherRange !== undefined && areApart(range, otherRange);
}

function contradictionOfPair(one: Demand, other: Demand): Contradiction | undefined {
  if (!excludes(one, other) && !excludes(other, one)) return undefined;
  const message = `${one.subject} cannot be ${describeDemand(one)} and ${describeDemand(other)} at once`;
  return contradiction(message, other.conditionIndex === undefined ? one : other);
}

/** Finds a contradiction among demands on one value. */
function contradictionOfValue(demands: readonly Demand[]): Contradiction | undefined {
  for (const [index, demand] of demands.entries()) {
    const alone = impossibleAlone(demand);
    if (alone) return contradiction(`${demand.subject} ${alone}`, demand);
    for (const earlier of demands.slice(0, index)) {
      const found = contradictionOfPair(earlier, demand);
      if (found) return found;
    }
  }
  const choice = demands.find(isChoosing);
  if (!choice || choicesOf(demands)?.texts.length !== 0) return undefined;
  return contradiction(
    `No ${describeDemand(choice)} meets the other conditions on ${choice.subject}`,
    choice,
  );
}

const opposite = { passes: "fails", fails: "passes" } as const;
const isAnswer = (operator: string): operator is keyof typeof opposite => operator in opposite;

/** Finds a contradiction among demands on gates or on segments. */
function contradictionOfMemberships(demands: readonly Demand[], context: LintContext) {
  const fixed = new Map<string, string>();
  for (const { operator, targets } of demands) {
    const [only, ...more] = targets;
    if (only !== undefined && more.length === 0 && !fixed.has(only)) fixed.set(only, operator);
  }
  for (const demand of demands) {
    const { operator, targets, subject, key } = demand;
    if (targets.length === 0) return contradiction(`It asks for a ${subject} but names none`, demand);
    if (!isAnswer(operator)) continue;
    const closedBy = (id: string) => key === "gate" && answerOfGate(id, context) === opposite[operator];
    if (targets.every(closedBy)) {
      const state = operator === "passes" ? "is off, so nobody passes it" : "is launched, so nobody fails it";
      return contradiction(`The gate ${targets.join(", ")} ${state}`, demand);
    }
    if (targets.every((id) => fixed.get(id) === opposite[operator]))
      return contradiction(`Nobody passes and fails the ${subject} ${targets.join(", ")} at once`, demand);
  }
  return undefined;
}

/** Returns the reason why no user meets all of the demands; undefined if some user may. */
export function contradictionIn(demands: readonly Demand[], context: LintContext): Contradiction | undefined {
  for (const key of new Set(demands.map((demand) => demand.key))) {
    const group = demands.filter((demand) => demand.key === key);
    const found = group.some(isMembership)
      ? contradictionOfMemberships(group, context)
      : contradictionOfValue(group);
    if (found) return found;
  }
  return undefined;
}
