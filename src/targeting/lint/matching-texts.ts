// Tests texts against demands without a user. Texts that differ only in case are treated as equal only if that is certain to be correct.
import { operators, type ValueTest } from "#targeting/evaluate/operators.ts";
import { lowerCased } from "#targeting/evaluate/values.ts";
import type { Demand } from "./demand.ts";
import { measureOf } from "./range.ts";

const prepared = new WeakMap<Demand, ValueTest | undefined>();

/** Returns the test of a demand, cached because lint uses it many times. */
function testOf(demand: Demand): ValueTest | undefined {
  if (!prepared.has(demand)) prepared.set(demand, operators.get(demand.operator)?.(demand.targets));
  return prepared.get(demand);
}

/** True if exactly this text meets the demand; undefined if that cannot be evaluated. */
export function meets(demand: Demand, text: string): boolean | undefined {
  const answer = testOf(demand)?.(text);
  return typeof answer === "boolean" ? answer : undefined;
}

const ofLetters = new Set(["any", "none", "str_contains_any", "str_contains_none"]);
const ofMissing = new Set(["is_null", "is_not_null"]);
const ofLists = new Set([
  "array_contains_any",
  "array_contains_none",
  "array_contains_all",
  "not_array_contains_all",
]);

export const isOfList = ({ operator }: Demand): boolean => ofLists.has(operator);

/** True for texts that consist of digits, punctuation and the letters used in times. */
const isPlain = (text: string) => /^[\d\s.,:+\-tze]*$/i.test(text);

/** True if some text equal to this one except for case may meet the demand; false only if certainly none does. */
export function someVariantMeets(demand: Demand, text: string): boolean {
  const { operator } = demand;
  if (operator === "any_case_sensitive") return meets({ ...demand, operator: "any" }, text) !== false;
  if (isOfList(demand)) return false;
  if (ofLetters.has(operator) || ofMissing.has(operator) || measureOf(demand))
    return meets(demand, lowerCased(text)) !== false;
  return true;
}

/** True if every text equal to this one except for case certainly meets the demand. */
export function everyVariantMeets(demand: Demand, text: string): boolean {
  const { operator } = demand;
  if (operator === "none_case_sensitive") return meets({ ...demand, operator: "none" }, text) === true;
  if (ofLetters.has(operator) || ofMissing.has(operator)) return meets(demand, text) === true;
  return measureOf(demand) !== undefined && isPlain(text) && meets(demand, text) === true;
}

interface Choices {
  readonly texts: readonly string[];
  /** True if texts in another case are excluded. */
  readonly isExact: boolean;
}

const choosing = new Set(["any", "any_case_sensitive"]);
export const isChoosing = ({ operator }: Demand): boolean => choosing.has(operator);

/** Returns the few texts that meet all of the demands, which must have the same key; undefined if there are many. */
export function choicesOf(demands: readonly Demand[]): Choices | undefined {
  const choice =
    demands.find(({ operator }) => operator === "any_case_sensitive") ?? demands.find(isChoosing);
  if (!choice) return undefined;
  const isExact = choice.operator === "any_case_sensitive";
  const isLeft = (text: string) =>
    demands.every((demand) => (isExact ? meets(demand, text) !== false : someVariantMeets(demand, text)));
  return { texts: choice.targets.filter(isLeft), isExact };
}
