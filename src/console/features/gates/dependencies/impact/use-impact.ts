// Determines the impact of a change to a gate: which entities it affects, and how.
import { useMemo } from "react";
import type { Gate } from "#contract/gate.ts";
import { isNone, listOf } from "#targeting/evaluate/changed-environments.ts";
import { pathsIn, type NodePath } from "#targeting/dependencies/paths.ts";
import { useDependencies } from "#console/features/gates/dependencies/model/use-dependencies.ts";
import { changeOfGate, type Effect, type GateChange, type GateFacts } from "./change-of-gate.ts";

export interface Impact {
  /** Affected entities, most severe first, without those behind gates that return the same result to everyone. */
  readonly affected: readonly NodePath[];
  /** The running experiments among the affected entities, if affected in production, where their users are. */
  readonly running: readonly NodePath[];
  /** Effects on the experiments' users: exact if the gate itself is the targeting gate; via other gates both are possible. */
  readonly effects: ReadonlySet<Effect>;
  /** Number of unaffected entities: behind gates with the same result for everyone, or used in other environments only. */
  readonly untouched: number;
}

const isTargeting = ({ path, edge }: NodePath) =>
  path.length === 2 && edge.references.every(({ how }) => how === "targets");

/** Computes the impact from the paths to all dependents. */
function impactOf(paths: readonly NodePath[], { effects, environments }: GateChange): Impact {
  const noticed = isNone(environments) ? [] : paths;
  const affected = noticed.filter(({ affectedIn }) => affectedIn.length > 0);
  const running = affected.filter(
    ({ node, affectedIn }) => node.consequence === "running experiment" && affectedIn.includes("production"),
  );
  return {
    affected,
    running,
    effects: running.every(isTargeting) ? effects : new Set(["gain", "lose"]),
    untouched: noticed.length - affected.length,
  };
}

/** Returns the impact of replacing `stored` by `draft`. */
export function useImpact(stored: Gate, draft: GateFacts) {
  const read = useDependencies(stored.id);
  const dependents = read.dependencies?.dependents;
  const change = useMemo(() => changeOfGate(stored, draft), [stored, draft]);
  const paths = useMemo(
    () => dependents && pathsIn(dependents, listOf(change.environments)),
    [dependents, change],
  );
  const impact = useMemo(() => paths && impactOf(paths, change), [paths, change]);
  return {
    change,
    /** undefined while the dependencies are loading or if they failed to load. */
    impact,
    read,
    /** Whether all dependents were loaded. */
    isComplete: dependents?.truncations.length === 0,
    /** Whether a running experiment is affected, so that the change needs a reason. */
    needsReason: (impact?.running.length ?? 0) > 0,
    /** Whether the change has an effect whose impact is still loading. */
    isReading: !isNone(change.environments) && !impact && !read.error,
  };
}
export type ImpactState = ReturnType<typeof useImpact>;

/** Returns why the change is blocked for now; `what` completes "say first why …". */
export function blockedByImpact({ isReading, needsReason }: ImpactState, reason: string, what: string) {
  if (isReading) return "What depends on this gate is still being read.";
  return needsReason && !reason.trim()
    ? `An experiment runs on this gate: say first why ${what}.`
    : undefined;
}
