import { useMemo } from "react";
import type { Gate } from "#contract/gate.ts";
import { useReach, type ReadReach } from "#console/features/gates/dependencies/model/use-reach.ts";
import { changeOfGate, type GateChange, type GateFacts } from "./change-of-gate.ts";
import { hangingOn, impactOf, type Impact } from "./impact.ts";

export interface KnownImpact {
  readonly change: GateChange;
  /** undefined while it is read, and where it could not be. */
  readonly impact: Impact | undefined;
  readonly read: ReadReach;
  /** Whether something that runs is reached, so that the change needs a reason. */
  readonly needsReason: boolean;
  /** Whether the change makes a difference and it is not known yet to whom. */
  readonly isReading: boolean;
}

/** What a change of a gate would reach: `draft` is the gate as it would be. */
export function useImpact(stored: Gate, draft: GateFacts): KnownImpact {
  const read = useReach(stored.id);
  const { reach, error } = read;
  const change = useMemo(() => changeOfGate(stored, draft), [stored, draft]);
  const hanging = useMemo(() => reach && hangingOn(reach), [reach]);
  const impact = useMemo(
    () => reach && hanging && impactOf(reach, hanging, change),
    [reach, hanging, change],
  );
  return {
    change,
    impact,
    read,
    needsReason: (impact?.running.length ?? 0) > 0,
    isReading: change.sides.size > 0 && !impact && !error,
  };
}
