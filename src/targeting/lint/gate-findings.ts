// What is wrong with the gates that a rule asks about: the owner itself, one that leads back to it, missing or archived ones.
import { targetValues, type Condition } from "#contract/condition.ts";
import { refersToGates, wayBetween } from "#targeting/evaluate/references.ts";
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

interface Trouble {
  readonly kind: FindingKind;
  readonly words: string;
  readonly isPassedByNobody: boolean;
}

function troubleWith(id: string, { gateID, gates }: LintContext): Trouble | undefined {
  if (id === gateID)
    return { kind: "refers_to_itself", words: "The gate asks about itself.", isPassedByNobody: false };
  if (!gates) return undefined;
  const gate = gates.get(id);
  if (!gate) return { kind: "missing_gate", words: `The gate ${id} does not exist.`, isPassedByNobody: true };
  const way = gateID === undefined ? undefined : wayBetween(gates, id, gateID);
  if (gateID !== undefined && way) {
    const circle = [gateID, ...way].join(" → ");
    return { kind: "circle", words: `It goes round in a circle: ${circle}.`, isPassedByNobody: false };
  }
  if (gate.status !== "Archived") return undefined;
  return {
    kind: "archived_gate",
    words: `The gate ${id} is archived, so nobody passes it.`,
    isPassedByNobody: true,
  };
}

/** Findings of one condition about gates. Choice: a missing gate is taken for one that nobody passes, as in clients, when it is left out. */
export function gateFindings(condition: Condition, place: Place, context: LintContext): Finding[] {
  if (!refersToGates(condition)) return [];
  return [...new Set(targetValues(condition))].flatMap((id): Finding[] => {
    const trouble = troubleWith(id, context);
    if (!trouble) return [];
    const { kind, words, isPassedByNobody } = trouble;
    const severity = kind === "archived_gate" ? "warning" : "error";
    return [
      { kind, severity, words, ...place, ...(isPassedByNobody && { fix: leaveOut(condition, id, place) }) },
    ];
  });
}
