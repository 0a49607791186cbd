// Findings about values of a condition that may have been meant differently than they are compared.
import { targetValues, type Condition } from "#contract/condition.ts";
import { lowerCased } from "#targeting/evaluate/values.ts";
import { finding, removeTargets, type Finding, type Fix } from "./finding.ts";

interface Place {
  readonly ruleIndex: number;
  readonly conditionIndex: number;
}

const quoted = (text: string) => `"${text}"`;
const listed = new Intl.ListFormat("en-GB");
const anyCase = new Set(["any", "none", "str_contains_any", "str_contains_none"]);
const exactCase = new Set(["any_case_sensitive", "none_case_sensitive"]);
const equality = new Set(["any", "none", ...exactCase]);

/** Returns the first two values that are equal or differ only in case. */
function twins(targets: readonly string[]): readonly [string, string] | undefined {
  const seen = new Map<string, string>();
  for (const target of targets) {
    const other = seen.get(lowerCased(target));
    if (other !== undefined) return [other, target];
    seen.set(lowerCased(target), target);
  }
  return undefined;
}

/** Removes values that are equal to an earlier one except for case. */
function eachOnce(targets: readonly string[]): string[] {
  const byText = new Map<string, string>();
  for (const target of targets) if (!byText.has(lowerCased(target))) byText.set(lowerCased(target), target);
  return [...byText.values()];
}

function ofCase(operator: string, targets: readonly string[], { ruleIndex, conditionIndex }: Place) {
  const found = twins(targets);
  if (!found) return [];
  const [one, other] = found.map(quoted);
  const place = { ruleIndex, conditionIndex };
  if (anyCase.has(operator)) {
    const fix = removeTargets("Leave the others out", ruleIndex, conditionIndex, eachOnce(targets));
    return [finding("same_value", place, `${one} and ${other} are the same here: case does not count.`, fix)];
  }
  if (!exactCase.has(operator) || found[0] === found[1]) return [];
  const message = `${one} and ${other} differ in case alone, and every other spelling is another value.`;
  return [finding("differs_in_case", place, message)];
}

/** Returns the items of a text that looks as if it was meant as a list. */
function itemsIn(text: string): { readonly items: readonly string[]; readonly isJson: boolean } | undefined {
  if (/^\s*\[.*\]\s*$/s.test(text)) {
    try {
      const items: unknown = JSON.parse(text);
      if (Array.isArray(items)) return { items: items.map(String), isJson: true };
    } catch {
      return undefined;
    }
  }
  return /^[^,\s]+(,[^,\s]+)+$/.test(text) ? { items: text.split(","), isJson: false } : undefined;
}

function ofLists(operator: string, targets: readonly string[], { ruleIndex, conditionIndex }: Place) {
  const at = targets.findIndex((target) => itemsIn(target));
  const found = itemsIn(targets[at] ?? "");
  const isRead = equality.has(operator) || operator.includes("array_") || operator.startsWith("str_contains");
  if (!found || !isRead || (!found.isJson && !equality.has(operator))) return [];
  const place = { ruleIndex, conditionIndex };
  const fix: Fix | undefined = found.items.length
    ? removeTargets(
        `Make it ${listed.format(found.items.slice(0, 3).map(quoted))}${found.items.length > 3 ? " …" : ""}`,
        ruleIndex,
        conditionIndex,
        [...new Set(targets.toSpliced(at, 1, ...found.items))],
      )
    : undefined;
  const text = targets[at] ?? "";
  return found.isJson
    ? [finding("list_as_text", place, `${text} is compared as one text, brackets included.`, fix)]
    : [finding("comma_in_value", place, `${quoted(text)} is one value, comma included.`, fix)];
}

const ofVersions = new Set(["app_version", "browser_version", "os_version"]);

function ofVersion(
  { type }: Condition,
  operator: string,
  targets: readonly string[],
  { ruleIndex, conditionIndex }: Place,
) {
  const place = { ruleIndex, conditionIndex };
  const [first = ""] = targets;
  if (operator.startsWith("version_")) {
    const [, read] = /^\s*(\d+(?:\.\d+)*)-/.exec(first) ?? [];
    if (!read) return [];
    const fix = removeTargets(`Make it ${read}`, ruleIndex, conditionIndex, [read]);
    return [finding("pre_release", place, `Pre-releases are not compared: ${first} counts as ${read}.`, fix)];
  }
  const wild = targets.find((target) => /^\d+(\.\d+)*\.[x*]$/i.test(target));
  if (!ofVersions.has(type) || !equality.has(operator) || wild === undefined) return [];
  const message = `${quoted(wild)} is compared as a text: it stands for no other version. Compare with "at least" and "older than" instead.`;
  return [finding("version_as_text", place, message)];
}

/** Returns the findings of one condition about its target values. */
export function targetFindings(condition: Condition, place: Place): Finding[] {
  const operator = condition.operator?.toLowerCase() ?? "";
  const targets = targetValues(condition);
  if (targets.length === 0) return [];
  return [
    ...ofCase(operator, targets, place),
    ...ofLists(operator, targets, place),
    ...ofVersion(condition, operator, targets, place),
  ];
}
