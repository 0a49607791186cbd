// What is wrong with the gates that a rule asks about: the owner itself, one that leads back to it, missing or archived ones.
import { targetValues, type Condition } from "#contract/condition.ts";
import { refersToGates, pathBetween } from "#targeting/evaluate/references.ts";
import type { LintContext } from "./demand.ts";
import {
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

/** Leaves a gate that nobody passes out of a condition without changing who meets it. */
function leaveOut(condition: Condition, gone: string, { ruleIndex, conditionIndex }: Place): Fix {
  const kept = targetValues(condition).filter((id) => id !== gone);
  if (condition.type === "fails_gate") return removeCondition(ruleIndex, conditionIndex);
  return kept.length
    ? removeTargets(`Leave ${gone} out`, ruleIndex, conditionIndex, kept)
    : removeRule(ruleIndex);
}

interface GateProblem {
  readonly kind: FindingKind;
  readonly message: string;
  readonly isPassedByNobody: boolean;
}

function problemWith(id: string, { gateID, gates }: LintContext): GateProblem | undefined {
  if (id === gateID)
    return { kind: "refers_to_itself", message: "The gate asks about itself.", isPassedByNobody: false };
  if (!gates) return undefined;
  const gate = gates.get(id);
  if (!gate)
    return { kind: "missing_gate", message: `The gate ${id} does not exist.`, isPassedByNobody: true };
  const path = gateID === undefined ? undefined : pathBetween(gates, id, gateID);
  if (gateID !== undefined && path) {
    const circle = [gateID, ...path].join(" → ");
    return { kind: "circle", message: `It goes round in a circle: ${circle}.`, isPassedByNobody: false };
  }
  if (gate.status !== "Archived") return undefined;
  return {
    kind: "archived_gate",
    message: `The gate ${id} is archived, so nobody passes it.`,
    isPassedByNobody: true,
  };
}

/** Findings of one condition about gates. Choice: a fix that leaves a missing gate out takes it for one that nobody passes, as in clients. */
export function gateFindings(condition: Condition, place: Place, context: LintContext): Finding[] {
  if (!refersToGates(condition)) return [];
  return [...new Set(targetValues(condition))].flatMap((id): Finding[] => {
    const problem = problemWith(id, context);
    if (!problem) return [];
    const { kind, message, isPassedByNobody } = problem;
    const severity = kind === "archived_gate" ? "warning" : "error";
    return [
      { kind, severity, message, ...place, ...(isPassedByNobody && { fix: leaveOut(condition, id, place) }) },
    ];
  });
}
