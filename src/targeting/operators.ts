// Values and operators: how a value is read as text, number, version, time or list, and which values meet an operator.
import { preparePattern } from "./patterns.ts";

/** Why nobody can say here whether a user meets a condition; a whole sentence without its stop. */
export interface NotJudged {
  readonly notJudged: string;
}
export type Answer = boolean | NotJudged;

export const isJudged = (answer: Answer): answer is boolean => typeof answer === "boolean";

export const isMissing = (value: unknown): value is undefined | null => value === undefined || value === null;

/** Choice: numbers and booleans count as their text; lists and objects have none and count as missing where text is asked for. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Choice: letters are compared by Unicode's full case folding in no language, so ß is ss and every sigma is one; dotless ı is i. */
export function folded(text: string): string {
  let isFolded = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127) return text.toLowerCase().toUpperCase().toLowerCase();
    if (code >= 65 && code <= 90) isFolded = false;
  }
  return isFolded ? text : text.toLowerCase();
}

export function numberOf(value: unknown): number | undefined {
  const text = textOf(value)?.trim();
  const number = text ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

const isDigit = (code: number) => code >= 48 && code <= 57;

/** Choice: a version is numbers with dots; from the first - or + on nothing is compared, missing parts are 0, "v1" is no version. */
export function versionOf(value: unknown): readonly number[] | undefined {
  const text = textOf(value)?.trim() ?? "";
  const parts: number[] = [];
  let part = 0;
  // Read by hand: a regular expression takes most of the time of judging many users.
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) part = part * 10 + code - 48;
    else if (!isDigit(text.charCodeAt(at - 1))) return undefined;
    else if (code === 46) {
      parts.push(part);
      part = 0;
    } else if (code === 43 || code === 45) return [...parts, part];
    else return undefined;
  }
  return isDigit(text.charCodeAt(text.length - 1)) ? [...parts, part] : undefined;
}

/** Below 0 where the left one is older. */
export function compareVersions(left: readonly number[], right: readonly number[]): number {
  const parts = Math.max(left.length, right.length);
  for (let at = 0; at < parts; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const digits = /^-?\d{9,16}$/;
const plain = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z)?$/;
const calendar = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?\s?(Z|[+-]\d{2}:\d{2})?)?$/i;

/** The text as Date.parse reads it: with seconds, three digits of a fraction, and a zone; empty where it is no time. */
function completed(text: string): string {
  const [, day, minutes = "00:00", seconds = ":00", fraction = "", zone = "Z"] = calendar.exec(text) ?? [];
  return day ? `${day}T${minutes}${seconds}${fraction.slice(0, 4)}${zone.toUpperCase()}` : "";
}

const twoDigits = (text: string, at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;

/** Date.parse of a plain text. Days that every month has are counted by hand, which takes a third of the time. */
function plainTime(text: string): number {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const isTimed = text.length > 10;
  const hours = isTimed ? twoDigits(text, 11) : 0;
  const minutes = isTimed ? twoDigits(text, 14) : 0;
  const seconds = isTimed ? twoDigits(text, 17) : 0;
  const ms = text.length > 20 ? twoDigits(text, 20) * 10 + text.charCodeAt(22) - 48 : 0;
  const isUsual = year > 99 && month > 0 && month < 13 && day > 0 && day < 29 && hours < 24;
  return isUsual && minutes < 60 && seconds < 60
    ? Date.UTC(year, month - 1, day, hours, minutes, seconds, ms)
    : Date.parse(text);
}

/** Time in ms. Choice: nine digits and more are an epoch, in s below 10¹¹, else in ms; ISO 8601 without a zone is UTC; all else is no time. */
export function timeOf(value: unknown): number | undefined {
  const text = textOf(value)?.trim() ?? "";
  if (digits.test(text)) {
    const epoch = Number(text);
    return Math.abs(epoch) < 1e11 ? epoch * 1000 : epoch;
  }
  const time = plain.test(text) ? plainTime(text) : Date.parse(completed(text));
  return Number.isNaN(time) ? undefined : time;
}

const msPerDay = 86_400_000;

/** Number of the UTC day. */
export const dayOf = (time: number): number => Math.floor(time / msPerDay);

/** Choice: a text that is a JSON list counts as that list; items are compared as text, with their case. */
export function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string" || !value.startsWith("[")) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

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
