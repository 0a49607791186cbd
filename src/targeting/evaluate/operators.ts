// Implements the test of each condition operator on a value.
import { preparePattern } from "./patterns.ts";
import { isMissing, textOf, lowerCased, numberOf, timeOf, dayOf, listOf } from "./values.ts";
import { versionOf, versionParts, compareVersions } from "./versions.ts";

/** The reason why a condition cannot be evaluated here: a sentence without its full stop. */
export interface NotJudged {
  readonly notJudged: string;
}
export type Answer = boolean | NotJudged;

export const isJudged = (answer: Answer): answer is boolean => typeof answer === "boolean";

export type ValueTest = (value: unknown) => Answer;

const never: ValueTest = () => false;
const not =
  (test: (value: unknown) => boolean): ValueTest =>
  (value) =>
    !test(value);

function isOneOf(targets: readonly string[]) {
  const wanted = new Set(targets.map(lowerCased));
  return (value: unknown) => {
    const text = textOf(value);
    return text !== undefined && wanted.has(lowerCased(text));
  };
}

function isExactlyOneOf(targets: readonly string[]) {
  const wanted = new Set(targets);
  return (value: unknown) => {
    const text = textOf(value);
    return text !== undefined && wanted.has(text);
  };
}

function containsOneOf(targets: readonly string[]) {
  const wanted = targets.map(lowerCased);
  return (value: unknown) => {
    const text = textOf(value);
    if (text === undefined) return false;
    const all = lowerCased(text);
    for (const part of wanted) if (all.includes(part)) return true;
    return false;
  };
}

function matching(source: string): ValueTest {
  const prepared = preparePattern(source);
  if ("problem" in prepared)
    return prepared.isRefused
      ? () => ({ notJudged: `The pattern is not tried here. ${prepared.problem}` })
      : never;
  return (value) => {
    const text = textOf(value);
    if (text === undefined) return false;
    return prepared.matches(text) ?? { notJudged: "The text is too long to try this pattern on it" };
  };
}

const readDay = (value: unknown) => {
  const time = timeOf(value);
  return time === undefined ? undefined : dayOf(time);
};

/** Compares where both sides can be read; Choice: a value or target of the wrong type fails every comparison. */
const compared =
  <T>(
    read: (value: unknown) => T | undefined,
    holds: (value: T, target: T) => boolean,
    readTarget: (target: unknown) => T | undefined = read,
  ) =>
  ([target]: readonly string[]): ValueTest => {
    const bound = readTarget(target);
    if (bound === undefined) return never;
    return (value) => {
      const found = read(value);
      return found !== undefined && holds(found, bound);
    };
  };

const comparedVersions = (holds: (order: number) => boolean) =>
  compared(versionParts, (value, target) => holds(compareVersions(value, target)), versionOf);

/** Choice: list operators need a list, even the negative ones, as in clients; a missing attribute passes the other negative operators. */
const onList =
  (holds: (items: readonly unknown[], targets: readonly string[]) => boolean) =>
  (targets: readonly string[]): ValueTest =>
  (value) => {
    const items = listOf(value);
    return items !== undefined && holds(items, targets);
  };

function has(items: readonly unknown[], target: string): boolean {
  for (const item of items) if (textOf(item) === target) return true;
  return false;
}
const hasAny = (items: readonly unknown[], targets: readonly string[]) =>
  targets.some((target) => has(items, target));
/** Choice: an empty list of targets fails every positive operator and passes every negative one. */
const hasAll = (items: readonly unknown[], targets: readonly string[]) =>
  targets.length > 0 && targets.every((target) => has(items, target));

export const operators: ReadonlyMap<string, (targets: readonly string[]) => ValueTest> = new Map([
  ["any", isOneOf],
  ["none", (targets) => not(isOneOf(targets))],
  ["any_case_sensitive", isExactlyOneOf],
  ["none_case_sensitive", (targets) => not(isExactlyOneOf(targets))],
  ["str_contains_any", containsOneOf],
  ["str_contains_none", (targets) => not(containsOneOf(targets))],
  ["str_matches", ([pattern]) => (pattern === undefined ? never : matching(pattern))],
  ["is_null", () => isMissing],
  ["is_not_null", () => not(isMissing)],
  ["gt", compared(numberOf, (value, target) => value > target)],
  ["gte", compared(numberOf, (value, target) => value >= target)],
  ["lt", compared(numberOf, (value, target) => value < target)],
  ["lte", compared(numberOf, (value, target) => value <= target)],
  ["version_gt", comparedVersions((order) => order > 0)],
  ["version_gte", comparedVersions((order) => order >= 0)],
  ["version_lt", comparedVersions((order) => order < 0)],
  ["version_lte", comparedVersions((order) => order <= 0)],
  ["version_eq", comparedVersions((order) => order === 0)],
  ["before", compared(timeOf, (value, target) => value < target)],
  ["after", compared(timeOf, (value, target) => value > target)],
  // Choice: "on" means on the same day in UTC.
  ["on", compared(readDay, (value, target) => value === target)],
  ["array_contains_any", onList(hasAny)],
  ["array_contains_none", onList((items, targets) => !hasAny(items, targets))],
  ["array_contains_all", onList(hasAll)],
  ["not_array_contains_all", onList((items, targets) => !hasAll(items, targets))],
]);
