// Detects rules that may be decided differently since conditions are evaluated as client libraries do.
import { targetValues, type Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import type { InterpretationChange } from "#contract/reading-change.ts";
import { lowerCased } from "./values.ts";

/** The former comparison: treated ß as ss, and all forms of sigma as one. */
const folded = (text: string) => text.toLowerCase().toUpperCase().toLowerCase();
const hasOtherLetters = (text: string) => /[Σσς]/.test(text) || folded(text) !== lowerCased(text);

const anyCase = new Set(["any", "none", "str_contains_any", "str_contains_none"]);
const times = new Set(["before", "after", "on"]);

function changeOf(condition: Condition): InterpretationChange | undefined {
  const operator = condition.operator?.toLowerCase() ?? "";
  if (operator.includes("array_")) return "lists";
  if (operator.startsWith("version_")) return "versions";
  if (times.has(operator) && condition.type !== "time") return "dates";
  return anyCase.has(operator) && targetValues(condition).some(hasOtherLetters) ? "letters" : undefined;
}

/** Returns the changes that could decide a rule differently for some user. Users without an environment were in production before, too. */
export function evaluationChanges({ conditions, environments }: Pick<Rule, "conditions" | "environments">) {
  const found = conditions.flatMap((condition) => changeOf(condition) ?? []);
  const isNamed = environments?.some(hasOtherLetters) === true;
  return [...new Set<InterpretationChange>([...found, ...(isNamed ? (["letters"] as const) : [])])];
}
