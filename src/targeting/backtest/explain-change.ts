// Why a user stands on another side of a gate than before, from the two traces.
import { targetValues, type Condition } from "#contract/condition.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import { buckets } from "#targeting/evaluate/bucket.ts";
import { refersToGates } from "#targeting/evaluate/references.ts";
import { subjectOf } from "#targeting/lint/demand.ts";
import {
  noRuleFits,
  type ConditionTrace,
  type Explanation,
  type RuleTrace,
} from "#targeting/evaluate/rules.ts";

export interface Cause {
  readonly kind:
    | "percentage"
    | "hash"
    | "condition"
    | "environment"
    | "rule added"
    | "rule removed"
    | "rule moved"
    | "status";
  /** One sentence. */
  readonly message: string;
  /** The rule that makes the difference, in the draft or, where it was removed, as it was stored. */
  readonly rule?: Rule;
  /** The condition that decided: not met before, or not met any more. */
  readonly condition?: ConditionTrace;
}

interface Place {
  readonly rule: Rule;
  /** From 0. */
  readonly index: number;
  readonly trace: RuleTrace;
}

/** A rule in a trace, by what stays the same over its life. */
function placeOf({ rules }: Explanation, rule: Rule): Place | undefined {
  const index = rules.findIndex((trace) => baseIDOf(trace.rule) === baseIDOf(rule));
  const trace = rules[index];
  return trace && { rule: trace.rule, index, trace };
}

const named = ({ index, rule }: Place) => `Rule ${index + 1}, ${rule.name}`;

const about = (condition: Condition) =>
  refersToGates(condition) ? `the gate ${targetValues(condition).join(", ")}` : subjectOf(condition);

const cause = (kind: Cause["kind"], place: Place, predicate: string, condition?: ConditionTrace): Cause => ({
  kind,
  rule: place.rule,
  message: `${named(place)}, ${predicate}.`,
  ...(condition && { condition }),
});

/** Which part of a rule that does not match keeps it from matching. */
function missedPart({ environment, conditions }: RuleTrace) {
  if (environment === "failed") return { kind: "environment", what: "its environments" } as const;
  const condition = conditions.find(({ result }) => result === "failed");
  const what = condition ? `its condition on ${about(condition.condition)}` : "its conditions";
  return { kind: "condition", what, condition } as const;
}

function ofPercentage(before: Place, after: Place): Cause {
  const [was, is] = [before.trace.bucket, after.trace.bucket];
  if (was !== is) return cause("hash", after, "hashes them anew: another salt or kind of unit");
  const change = `takes ${after.rule.passPercentage} % instead of ${before.rule.passPercentage} %`;
  return cause("percentage", after, `${change}; they are number ${is} of ${buckets}`);
}

/** Why a rule that decides now did not before. */
function whyNow(now: Place, before: Place | undefined): Cause {
  if (!before) return cause("rule added", now, "is new and fits them");
  if (before.trace.result === "not reached") return cause("rule moved", now, "is asked earlier than before");
  const { kind, what, condition } = missedPart(before.trace);
  return cause(kind, now, `fits them now; before, it did not because of ${what}`, condition);
}

/** Why the answer of two explanations is not the same; of one user, by the stored gate and by the draft. */
export function explainChange(before: Explanation, after: Explanation): Cause {
  const isByStatus = ({ rule, reason }: Explanation) => !rule && reason !== noRuleFits;
  if (isByStatus(after)) return { kind: "status", message: `${after.reason}.` };
  if (isByStatus(before))
    return { kind: "status", message: `The rules decide again. Before: ${before.reason}.` };
  const was = before.rule && placeOf(before, before.rule);
  const now = after.rule && placeOf(after, after.rule);
  if (was && now && baseIDOf(was.rule) === baseIDOf(now.rule)) return ofPercentage(was, now);
  if (was) {
    const left = placeOf(after, was.rule);
    if (!left) return cause("rule removed", was, "which fitted them, is gone");
    if (left.trace.result === "does not match") {
      const { kind, what, condition } = missedPart(left.trace);
      return cause(kind, left, `no longer fits them because of ${what}`, condition);
    }
  }
  return now ? whyNow(now, placeOf(before, now.rule)) : { kind: "status", message: `${after.reason}.` };
}
