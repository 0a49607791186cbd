import { useMemo } from "react";
import type { Gate } from "#contract/gate.ts";
import {
  useDependencies,
  type ReadDependencies,
} from "#console/features/gates/dependencies/model/use-dependencies.ts";
import { changeOfGate, type GateChange, type GateFacts } from "./change-of-gate.ts";
import { hangingOn, impactOf, type Impact } from "./impact.ts";

export interface KnownImpact {
  readonly change: GateChange;
  /** undefined while it is read, and where it could not be. */
  readonly impact: Impact | undefined;
  readonly read: ReadDependencies;
  /** Whether something that runs is reached, so that the change needs a reason. */
  readonly needsReason: boolean;
  /** Whether the change makes a difference and it is not known yet to whom. */
  readonly isReading: boolean;
}

/** What a change of a gate would reach: `draft` is the gate as it would be. */
export function useImpact(stored: Gate, draft: GateFacts): KnownImpact {
  const read = useDependencies(stored.id);
  const { dependencyGraphs, error } = read;
  const change = useMemo(() => changeOfGate(stored, draft), [stored, draft]);
  const hanging = useMemo(() => dependencyGraphs && hangingOn(dependencyGraphs), [dependencyGraphs]);
  const impact = useMemo(
    () => dependencyGraphs && hanging && impactOf(dependencyGraphs, hanging, change),
    [dependencyGraphs, hanging, change],
  );
  return {
    change,
    impact,
    read,
    needsReason: (impact?.running.length ?? 0) > 0,
    isReading: change.effects.size > 0 && !impact && !error,
  };
}
