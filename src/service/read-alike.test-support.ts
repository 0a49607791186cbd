// Tells which values the published libraries all read alike: where they disagree with each other, no evaluation can match both.
import { targetValues, type Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import { preparePattern } from "#targeting/evaluate/patterns.ts";
import { placeOf, type User } from "#targeting/evaluate/places.ts";

function isRefused(pattern: string): boolean {
  const prepared = preparePattern(pattern);
  return "problem" in prepared && prepared.isRefused;
}

const numeral = /^-?\d+(\.\d+)?$/;

/** False where the libraries read a value differently from each other; server-libraries.test.ts has an example of each case. */
function isReadAlike({ operator, ...condition }: Condition, value: unknown): boolean {
  const text = typeof value === "string" ? value : undefined;
  const isNumber = typeof value === "number";
  // The libraries run any pattern; our evaluation refuses those of unbounded cost.
  if (operator === "str_matches" && isRefused(targetValues(condition)[0] ?? "")) return false;
  if (value === undefined || !operator) return true;
  if (/^[gl]te?$/.test(operator))
    return isNumber || (text !== undefined && (numeral.test(text) || Number.isNaN(Number(text))));
  if (operator.startsWith("version_"))
    return text !== undefined && (/^\d+(\.\d+)*(-.*)?$/.test(text) || !/^\d/.test(text));
  if (["before", "after", "on"].includes(operator))
    return Number.isInteger(value) || (text !== undefined && /^\d{7,}$|^.{19}Z$/.test(text));
  if (operator.includes("array_"))
    return targetValues(condition).every((target) => /^(\D|\d+$)/.test(target));
  return operator.endsWith("_null") || !Array.isArray(value);
}

/** The native library reads the version of an operating system that names none as 0. */
const isVersionOfNone = ({ type }: Condition, value: unknown) => type === "os_version" && value === undefined;

export const librariesAgreeOn = (rules: readonly Rule[], user: User) =>
  rules
    .flatMap(({ conditions }) => conditions)
    .every((condition) => {
      const value = placeOf(condition)?.read(user);
      return isReadAlike(condition, value) && !(user.userAgent && isVersionOfNone(condition, value));
    });
