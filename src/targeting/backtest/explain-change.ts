// Explains why a gate gives a user another result than before, by comparing the two evaluation traces.
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
  /** The rule that causes the change: the draft's version or, if the rule was removed, the stored one. */
  readonly rule?: Rule;
  /** The condition that caused the change, because it is newly met or no longer met. */
  readonly condition?: ConditionTrace;
}

interface Place {
  readonly rule: Rule;
  /** Zero-based index of the rule. */
  readonly index: number;
  readonly trace: RuleTrace;
}

/** Finds a rule in a trace by its base id, which never changes. */
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

/** Returns the part of a non-matching rule that keeps it from matching. */
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

/** Returns why a rule decides in the second trace but not in the first. */
function whyNow(now: Place, before: Place | undefined): Cause {
  if (!before) return cause("rule added", now, "is new and fits them");
  if (before.trace.result === "not reached") return cause("rule moved", now, "is asked earlier than before");
  const { kind, what, condition } = missedPart(before.trace);
  return cause(kind, now, `fits them now; before, it did not because of ${what}`, condition);
}

/** Explains why two evaluations of the same user, by the stored gate and by the draft, give different results. */
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
