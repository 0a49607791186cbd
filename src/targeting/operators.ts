// Which values meet an operator.
import { preparePattern } from "./patterns.ts";
import {
  isMissing,
  textOf,
  folded,
  numberOf,
  versionOf,
  compareVersions,
  timeOf,
  dayOf,
  listOf,
} from "./values.ts";

/** Why nobody can say here whether a user meets a condition; a whole sentence without its stop. */
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
  const wanted = new Set(targets.map(folded));
  return (value: unknown) => {
    const text = textOf(value);
    return text !== undefined && wanted.has(folded(text));
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
  const wanted = targets.map(folded);
  return (value: unknown) => {
    const text = textOf(value);
    if (text === undefined) return false;
    const all = folded(text);
    return wanted.some((part) => all.includes(part));
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
    return prepared.pattern.matches(text) ?? { notJudged: "The text is too long to try this pattern on it" };
  };
}

const differ = (left: number, right: number) => left - right;
const readDay = (value: unknown) => {
  const time = timeOf(value);
  return time === undefined ? undefined : dayOf(time);
};

/** Compares where both sides can be read; Choice: a value or a target of another kind fails every comparison. */
const compared =
  <T>(
    read: (value: unknown) => T | undefined,
    difference: (value: T, target: T) => number,
    holds: (difference: number) => boolean,
  ) =>
  ([target]: readonly string[]): ValueTest => {
    const bound = read(target);
    if (bound === undefined) return never;
    return (value) => {
      const found = read(value);
      return found !== undefined && holds(difference(found, bound));
    };
  };

const isMore = (difference: number) => difference > 0;
const isLess = (difference: number) => difference < 0;
const isEqual = (difference: number) => difference === 0;
const isAtLeast = (difference: number) => difference >= 0;
const isAtMost = (difference: number) => difference <= 0;

/** Choice: list operators, also the negative ones, need a list, as in clients; a missing attribute passes the other negative ones. */
const onList =
  (holds: (items: readonly (string | undefined)[], targets: readonly string[]) => boolean) =>
  (targets: readonly string[]): ValueTest =>
  (value) => {
    const items = listOf(value);
    return items !== undefined && holds(items.map(textOf), targets);
  };

const hasAny = (items: readonly (string | undefined)[], targets: readonly string[]) =>
  targets.some((target) => items.includes(target));
/** Choice: an empty list of targets meets no positive operator and every negative one. */
const hasAll = (items: readonly (string | undefined)[], targets: readonly string[]) =>
  targets.length > 0 && targets.every((target) => items.includes(target));

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
  ["gt", compared(numberOf, differ, isMore)],
  ["gte", compared(numberOf, differ, isAtLeast)],
  ["lt", compared(numberOf, differ, isLess)],
  ["lte", compared(numberOf, differ, isAtMost)],
  ["version_gt", compared(versionOf, compareVersions, isMore)],
  ["version_gte", compared(versionOf, compareVersions, isAtLeast)],
  ["version_lt", compared(versionOf, compareVersions, isLess)],
  ["version_lte", compared(versionOf, compareVersions, isAtMost)],
  ["version_eq", compared(versionOf, compareVersions, isEqual)],
  ["before", compared(timeOf, differ, isLess)],
  ["after", compared(timeOf, differ, isMore)],
  // Choice: "on" is the same day in UTC.
  ["on", compared(readDay, differ, isEqual)],
  ["array_contains_any", onList(hasAny)],
  ["array_contains_none", onList((items, targets) => !hasAny(items, targets))],
  ["array_contains_all", onList(hasAll)],
  ["not_array_contains_all", onList((items, targets) => !hasAll(items, targets))],
]);
