import { useMemo } from "react";
import type { Gate } from "#contract/gate.ts";
import { pathsIn } from "#targeting/dependencies/paths.ts";
import {
  useDependencies,
  type ReadDependencies,
} from "#console/features/gates/dependencies/model/use-dependencies.ts";
import { changeOfGate, type GateChange, type GateFacts } from "./change-of-gate.ts";
import { impactOf, type Impact } from "./impact.ts";

export interface KnownImpact {
  readonly change: GateChange;
  /** undefined while the dependencies are read, and where they could not be. */
  readonly impact: Impact | undefined;
  readonly read: ReadDependencies;
  /** Whether a running experiment is affected, so that the change needs a reason. */
  readonly needsReason: boolean;
  /** Whether the change makes a difference and its impact is not known yet. */
  readonly isReading: boolean;
}

/** Why the change cannot be made yet; `what` completes "say first why …". */
export function blockedByImpact({ isReading, needsReason }: KnownImpact, reason: string, what: string) {
  if (isReading) return "What depends on this gate is still being read.";
  return needsReason && !reason.trim()
    ? `An experiment runs on this gate: say first why ${what}.`
    : undefined;
}

/** The impact of a change of a gate: `draft` is the gate as it would be. */
export function useImpact(stored: Gate, draft: GateFacts): KnownImpact {
  const read = useDependencies(stored.id);
  const dependents = read.dependencies?.dependents;
  const change = useMemo(() => changeOfGate(stored, draft), [stored, draft]);
  const paths = useMemo(() => dependents && pathsIn(dependents), [dependents]);
  const impact = useMemo(
    () => dependents && paths && impactOf(paths, dependents, change),
    [dependents, paths, change],
  );
  return {
    change,
    impact,
    read,
    needsReason: (impact?.running.length ?? 0) > 0,
    isReading: change.effects.size > 0 && !impact && !read.error,
  };
}
