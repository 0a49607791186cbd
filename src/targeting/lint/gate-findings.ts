// Findings about the gates that a rule refers to: the owner itself, a gate that refers back to the owner, missing or archived gates.
import { targetValues, type Condition } from "#contract/condition.ts";
import { refersToGates, pathBetween } from "#targeting/evaluate/references.ts";
import type { LintContext } from "./demand.ts";
import {
  finding,
  removeCondition,
  removeRule,
  removeTargets,
  type Finding,
  type Fix,
  type FindingKind,
} from "./finding.ts";

interface Place {
  readonly ruleIndex: number;
  readonly conditionIndex: number;
}

/** Fix that removes a gate that nobody passes from a condition, without changing who meets the condition. */
function leaveOut(condition: Condition, gone: string, { ruleIndex, conditionIndex }: Place): Fix {
  const remaining = targetValues(condition).filter((id) => id !== gone);
  if (condition.type === "fails_gate") return removeCondition(ruleIndex, conditionIndex);
  return remaining.length
    ? removeTargets(`Leave ${gone} out`, ruleIndex, conditionIndex, remaining)
    : removeRule(ruleIndex);
}

interface GateProblem {
  readonly kind: FindingKind;
  readonly message: string;
}

/** Problems of gates that nobody passes; such gates can be removed safely. */
const passedByNobody = new Set<FindingKind>(["missing_gate", "archived_gate"]);

function problemWith(id: string, { gateID, gates }: LintContext): GateProblem | undefined {
  if (id === gateID) return { kind: "refers_to_itself", message: "The gate asks about itself." };
  if (!gates) return undefined;
  const gate = gates.get(id);
  if (!gate) return { kind: "missing_gate", message: `The gate ${id} does not exist.` };
  const path = gateID === undefined ? undefined : pathBetween(gates, id, gateID);
  if (gateID !== undefined && path)
    return { kind: "circle", message: `It is a circular dependency: ${[gateID, ...path].join(" → ")}.` };
  return gate.status === "Archived"
    ? { kind: "archived_gate", message: `The gate ${id} is archived, so nobody passes it.` }
    : undefined;
}

/**
 * Findings of one condition about gates.
 * Choice: a fix that removes a missing gate treats it as a gate that nobody passes, as in clients.
 */
export function gateFindings(condition: Condition, place: Place, context: LintContext): Finding[] {
  if (!refersToGates(condition)) return [];
  return [...new Set(targetValues(condition))].flatMap((id) => {
    const problem = problemWith(id, context);
    if (!problem) return [];
    const fix = passedByNobody.has(problem.kind) ? leaveOut(condition, id, place) : undefined;
    return finding(problem.kind, place, problem.message, fix);
  });
}
