// Tests texts against demands without a user. Texts that differ in case only stand for each other where that is certain.
import { operators, type ValueTest } from "#targeting/evaluate/operators.ts";
import { lowerCased } from "#targeting/evaluate/values.ts";
import type { Demand } from "./demand.ts";
import { measureOf } from "./range.ts";

const prepared = new WeakMap<Demand, ValueTest | undefined>();

/** The test of a demand, made once: lint uses it many times. */
function testOf(demand: Demand): ValueTest | undefined {
  if (!prepared.has(demand)) prepared.set(demand, operators.get(demand.operator)?.(demand.targets));
  return prepared.get(demand);
}

/** True if this very text meets the demand; undefined where it is not judged. */
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

/** True for texts of digits, signs and the letters of times. */
const isPlain = (text: string) => /^[\d\s.,:+\-tze]*$/i.test(text);

/** True if some text equal to this one but for case may meet the demand; false only where none does. */
export function someVariantMeets(demand: Demand, text: string): boolean {
  const { operator } = demand;
  if (operator === "any_case_sensitive") return meets({ ...demand, operator: "any" }, text) !== false;
  if (isOfList(demand)) return false;
  if (ofLetters.has(operator) || ofMissing.has(operator) || measureOf(demand))
    return meets(demand, lowerCased(text)) !== false;
  return true;
}

/** True if every text equal to this one but for case is certain to meet the demand. */
export function everyVariantMeets(demand: Demand, text: string): boolean {
  const { operator } = demand;
  if (operator === "none_case_sensitive") return meets({ ...demand, operator: "none" }, text) === true;
  if (ofLetters.has(operator) || ofMissing.has(operator)) return meets(demand, text) === true;
  return measureOf(demand) !== undefined && isPlain(text) && meets(demand, text) === true;
}

interface Choices {
  readonly texts: readonly string[];
  /** True if texts of another case are excluded. */
  readonly isExact: boolean;
}

const choosing = new Set(["any", "any_case_sensitive"]);
export const isChoosing = ({ operator }: Demand): boolean => choosing.has(operator);

/** The few texts that meet all of the demands, which must be of one key; undefined where there are many. */
export function choicesOf(demands: readonly Demand[]): Choices | undefined {
  const choice =
    demands.find(({ operator }) => operator === "any_case_sensitive") ?? demands.find(isChoosing);
  if (!choice) return undefined;
  const isExact = choice.operator === "any_case_sensitive";
  const isLeft = (text: string) =>
    demands.every((demand) => (isExact ? meets(demand, text) !== false : someVariantMeets(demand, text)));
  return { texts: choice.targets.filter(isLeft), isExact };
}
