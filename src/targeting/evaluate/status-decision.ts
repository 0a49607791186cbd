// The decision of a gate by its status, before its rules. In a file of its own, so that a list of gates needs no evaluation of rules.
import type { Decision } from "./rules.ts";

/** The fields of a gate that come before its rules. */
export interface GateStatus {
  readonly isEnabled: boolean;
  readonly status: string;
}

/** The decision that follows from the status alone; undefined where the rules decide. */
export function statusDecision({ status, isEnabled }: GateStatus): Decision | undefined {
  if (status === "Archived") return { outcome: "fail", reason: "The gate is archived" };
  if (status === "Disabled" || !isEnabled) return { outcome: "fail", reason: "The gate is disabled" };
  return status === "Launched"
    ? { outcome: "pass", reason: "The gate is launched, everyone passes" }
    : undefined;
}
