// Decides a gate by its status, before its rules. Kept in a separate file so that lists of gates need not load the rule evaluation.
import type { Decision } from "./rules.ts";

/** The fields of a gate that are evaluated before its rules. */
export interface GateStatus {
  readonly isEnabled: boolean;
  readonly status: string;
}

/** Returns the decision that follows from the status alone; undefined if the rules decide. */
export function statusDecision({ status, isEnabled }: GateStatus): Decision | undefined {
  if (status === "Archived") return { outcome: "fail", reason: "The gate is archived" };
  if (status === "Disabled" || !isEnabled) return { outcome: "fail", reason: "The gate is disabled" };
  return status === "Launched"
    ? { outcome: "pass", reason: "The gate is launched, everyone passes" }
    : undefined;
}
