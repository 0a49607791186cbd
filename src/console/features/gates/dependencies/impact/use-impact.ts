// The impact of a change of a gate: the entities that it affects, and how.
import { useMemo } from "react";
import type { Gate } from "#contract/gate.ts";
import { isNone, listOf } from "#targeting/evaluate/changed-environments.ts";
import { pathsIn, type NodePath } from "#targeting/dependencies/paths.ts";
import { useDependencies } from "#console/features/gates/dependencies/model/use-dependencies.ts";
import { changeOfGate, type Effect, type GateChange, type GateFacts } from "./change-of-gate.ts";

export interface Impact {
  /** The most severe first, without those behind gates that answer everyone alike. */
  readonly affected: readonly NodePath[];
  /** The running experiments among them, whose users are in production. */
  readonly running: readonly NodePath[];
  /** On their users: known where the gate itself is the targeting gate; through other gates both are possible. */
  readonly effects: ReadonlySet<Effect>;
  /** The number of entities behind gates that answer everyone alike, or that ask in other environments. */
  readonly untouched: number;
}

const isTargeting = ({ path, edge }: NodePath) =>
  path.length === 2 && edge.references.every(({ how }) => how === "targets");

/** `paths` are those to the dependents. */
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

/** `draft` is the gate as it would be. */
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
    /** undefined while the dependencies are read, and where they could not be. */
    impact,
    read,
    /** Whether the dependents were read in full. */
    isComplete: dependents?.truncations.length === 0,
    /** Whether a running experiment is affected, so that the change needs a reason. */
    needsReason: (impact?.running.length ?? 0) > 0,
    /** Whether the change makes a difference and its impact is not known yet. */
    isReading: !isNone(change.environments) && !impact && !read.error,
  };
}
export type KnownImpact = ReturnType<typeof useImpact>;

/** Why the change cannot be made yet; `what` completes "say first why …". */
export function blockedByImpact({ isReading, needsReason }: KnownImpact, reason: string, what: string) {
  if (isReading) return "What depends on this gate is still being read.";
  return needsReason && !reason.trim()
    ? `An experiment runs on this gate: say first why ${what}.`
    : undefined;
}
