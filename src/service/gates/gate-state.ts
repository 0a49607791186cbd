// The states of a gate. Pure: storing is the handlers' work.
interface GateState {
  readonly status: string;
  readonly isEnabled: boolean;
}

export const enabled = (stored: GateState): GateState => ({
  status: stored.status === "Launched" ? "Launched" : "In Progress",
  isEnabled: true,
});
export const disabled: GateState = { status: "Disabled", isEnabled: false };
export const launched: GateState = { status: "Launched", isEnabled: true };

/** Choice: if only one of status and isEnabled is given, it decides the other: Disabled is off, In Progress and Launched are on. */
export function stateAfter(
  stored: GateState,
  sent: { status?: string | undefined; isEnabled?: boolean | undefined },
): GateState {
  if (sent.status !== undefined)
    return { status: sent.status, isEnabled: sent.isEnabled ?? sent.status !== "Disabled" };
  if (sent.isEnabled === undefined || sent.isEnabled === stored.isEnabled) return stored;
  return sent.isEnabled ? enabled(stored) : disabled;
}
