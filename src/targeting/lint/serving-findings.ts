// Findings about conditions that apps evaluate differently than intended here, because of the form in which rules are served to them.
import { conditionRules, targetValues, type Condition } from "#contract/condition.ts";
import type { Gates } from "#targeting/evaluate/evaluate.ts";
import { preparePattern } from "#targeting/evaluate/patterns.ts";
import { referencesOfCondition, refersToSegments } from "#targeting/evaluate/references.ts";
import { isServed } from "#targeting/rules-document/spec-conditions.ts";
import { subjectOf } from "./demand.ts";
import { finding, type Finding } from "./finding.ts";
import { readDifferently } from "./library-patterns.ts";

interface Place {
  readonly ruleIndex: number;
  readonly conditionIndex: number;
}

const leftOut = "this rule leaves out whoever meets its other conditions";
const comparing: ReadonlySet<string> = new Set(
  Object.entries(conditionRules).flatMap(([type, { operators }]) => (operators.length ? [type] : [])),
);

function unserved(condition: Condition, gates: Gates | undefined): string | undefined {
  const { type, operator } = condition;
  if (refersToSegments(condition) && referencesOfCondition(condition).every((segment) => gates?.get(segment)))
    return undefined;
  if (refersToSegments(condition))
    return type === "passes_segment"
      ? "Where no segment has this id, apps take nobody to be in it, so nobody meets this."
      : "Where no segment has this id, apps take nobody to be in it, so everybody meets this.";
  if (isServed(condition)) return undefined;
  if (!comparing.has(type) || type === "experiment_group")
    return `Apps do not judge ${subjectOf(condition)}: ${leftOut}.`;
  return operator
    ? `Apps do not know the comparison ${operator}: ${leftOut}.`
    : `Without a comparison apps do not judge ${subjectOf(condition)}: ${leftOut}.`;
}

function oddPattern(condition: Condition): string | undefined {
  if (condition.operator?.toLowerCase() !== "str_matches" || !isServed(condition)) return undefined;
  const [source = ""] = targetValues(condition);
  const prepared = preparePattern(source);
  if ("problem" in prepared)
    return prepared.isRefused
      ? `${prepared.problem}, so the pattern is not tried here: who meets it is known in apps alone.`
      : undefined;
  const part = readDifferently(source);
  return part && `${part} is read differently by newer server libraries, or refused: there nobody may match.`;
}

/** Returns the findings of one condition about its evaluation in apps; `gates` are the known gates and segments. */
export function servingFindings(condition: Condition, place: Place, gates?: Gates): Finding[] {
  const missing = unserved(condition, gates);
  if (missing) return [finding("not_served", place, missing)];
  const odd = oddPattern(condition);
  return odd ? [finding("odd_pattern", place, odd)] : [];
}
