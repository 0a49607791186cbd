// Decides whether every user who meets one rule's demands also meets another rule's demands. Returns false if that is not certain.
import { lowerCased } from "#targeting/evaluate/values.ts";
import { needsValue } from "./contradiction.ts";
import { isAlwaysMet, isOpaque, isMembership, type Demand, type LintContext } from "./demand.ts";
import { choicesOf, everyVariantMeets, meets, someVariantMeets } from "./matching-texts.ts";
import { intersectionOf, isWithin, rangeOf } from "./range.ts";

const isSubset = (inner: readonly string[], outer: readonly string[]) =>
  inner.every((text) => outer.includes(text));

const isSame = (left: Demand, right: Demand) =>
  left.key === right.key &&
  left.operator === right.operator &&
  isSubset(left.targets, right.targets) &&
  isSubset(right.targets, left.targets);

const contains = (text: string, part: string) => lowerCased(text).includes(lowerCased(part));

/** For a pair of operators: true if a demand with the first operator on `given` implies one with the second operator on `wanted`. */
const certain: Readonly<Record<string, (given: readonly string[], wanted: readonly string[]) => boolean>> = {
  "passes passes": isSubset,
  "fails fails": isSubset,
  "str_contains_any str_contains_any": (given, wanted) =>
    given.every((text) => wanted.some((part) => contains(text, part))),
  "str_contains_none str_contains_none": (given, wanted) =>
    wanted.every((text) => given.some((part) => contains(text, part))),
  "array_contains_any array_contains_any": isSubset,
  "array_contains_all array_contains_any": (given, wanted) => given.some((item) => wanted.includes(item)),
  "array_contains_all array_contains_all": (given, wanted) => wanted.length > 0 && isSubset(wanted, given),
  "array_contains_none array_contains_none": (given, wanted) => isSubset(wanted, given),
  "array_contains_none not_array_contains_all": (given, wanted) =>
    given.some((item) => wanted.includes(item)),
};

/** True if the given demands leave only a few possible texts and all of them meet the wanted demand. */
function choicesMeet(given: readonly Demand[], wanted: Demand): boolean {
  const choices = choicesOf(given);
  if (!choices) return false;
  return choices.texts.every((text) =>
    choices.isExact ? meets(wanted, text) === true : everyVariantMeets(wanted, text),
  );
}

function rangesMeet(given: readonly Demand[], wanted: Demand): boolean {
  const outer = rangeOf(wanted);
  if (!outer) return false;
  const ranges = given.flatMap((demand) => rangeOf(demand) ?? []);
  const ofMeasure = ranges.filter(({ measure }) => measure === outer.measure);
  return ofMeasure.length > 0 && isWithin(intersectionOf(outer.measure, ofMeasure), outer);
}

/** True if the given demands already exclude every text that the wanted demand excludes. */
function turnsAwayAll(given: readonly Demand[], { operator, targets }: Demand): boolean {
  if (operator === "none")
    return targets.every((text) => given.some((demand) => !someVariantMeets(demand, text)));
  if (operator === "none_case_sensitive")
    return targets.every((text) => given.some((demand) => meets(demand, text) === false));
  return false;
}

const passesMissing = new Set(["none", "none_case_sensitive", "str_contains_none"]);

function impliesValue(given: readonly Demand[], wanted: Demand): boolean {
  if (wanted.operator === "is_not_null") return given.some(needsValue);
  const isMissing = given.some(({ operator }) => operator === "is_null");
  return (
    (isMissing && passesMissing.has(wanted.operator)) ||
    choicesMeet(given, wanted) ||
    rangesMeet(given, wanted) ||
    turnsAwayAll(given, wanted)
  );
}

function impliesOne(given: readonly Demand[], wanted: Demand): boolean {
  const ofKey = given.filter(({ key }) => key === wanted.key);
  if (ofKey.some((demand) => isSame(demand, wanted))) return true;
  const isMadeCertain = (demand: Demand) =>
    certain[`${demand.operator} ${wanted.operator}`]?.(demand.targets, wanted.targets) ?? false;
  if (ofKey.some(isMadeCertain)) return true;
  const known = ofKey.filter((demand) => !isOpaque(demand));
  return !isMembership(wanted) && !isOpaque(wanted) && impliesValue(known, wanted);
}

/** True if everyone who meets all given demands, which must not contradict each other, meets all wanted demands. */
export function implies(given: readonly Demand[], wanted: readonly Demand[], context: LintContext): boolean {
  const open = wanted.filter((demand) => !isAlwaysMet(demand, context));
  // A quick pre-check: most pairs of rules test different values.
  return (
    open.every(({ key }) => given.some((demand) => demand.key === key)) &&
    open.every((demand) => impliesOne(given, demand))
  );
}
