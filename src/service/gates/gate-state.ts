// What enabling, disabling, launching and archiving make of a gate. Pure: storing it is the handlers' work.
import type { Problem } from "#contract/api-error.ts";
import { badRequest } from "#service/http/errors.ts";
import { signature, type Signer } from "#service/http/signature.ts";
import type { StoredGate } from "./stored-gate.ts";

export interface GateState {
  readonly status: string;
  readonly isEnabled: boolean;
}

/** Choice: of status and isEnabled, the one that is given decides the other: Disabled is off, In Progress and Launched are on. */
export function stateAfter(
  stored: GateState,
  sent: { status?: string | undefined; isEnabled?: boolean | undefined },
): GateState {
  if (sent.status !== undefined)
    return { status: sent.status, isEnabled: sent.isEnabled ?? sent.status !== "Disabled" };
  if (sent.isEnabled === undefined || sent.isEnabled === stored.isEnabled) return stored;
  return sent.isEnabled ? enabled(stored) : disabled;
}

export const enabled = (stored: GateState): GateState => ({
  status: stored.status === "Launched" ? "Launched" : "In Progress",
  isEnabled: true,
});
export const disabled: GateState = { status: "Disabled", isEnabled: false };
export const launched: GateState = { status: "Launched", isEnabled: true };
export const archived: GateState = { status: "Archived", isEnabled: false };

/** The gate in that state; the gate itself where it is in it already. */
export function inState(
  gate: StoredGate,
  { status, isEnabled }: GateState,
  signer: Signer,
  reason: string | undefined,
): StoredGate {
  if (gate.status === status && gate.isEnabled === isEnabled) return gate;
  return { ...gate, status, isEnabled, version: gate.version + 1, ...signature(signer, reason) };
}

export const isArchived = (gate: Pick<GateState, "status">) => gate.status === "Archived";

/** Choice: an archived gate does not change until it is unarchived, and archiving has an address of its own. */
export function stateProblems(stored: GateState, sent: { status?: unknown }): Problem[] {
  if (isArchived(stored))
    return [{ property: "status", errorMessage: "The gate is archived; unarchive it before it is changed" }];
  if (sent.status === "Archived")
    return [{ property: "status", errorMessage: "Archive the gate over its own address" }];
  return [];
}

/** Throws 400 for an archived gate. */
export function refuseArchived(stored: GateState) {
  const problems = stateProblems(stored, {});
  if (problems.length) throw badRequest(problems);
}
