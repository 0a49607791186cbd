// The entities that a change of a gate affects, and how.
import type { DependencyGraph } from "#targeting/dependencies/graph.ts";
import type { NodePath } from "#targeting/dependencies/paths.ts";
import type { Effect, GateChange } from "./change-of-gate.ts";

export interface Impact {
  /** The most severe first, without those behind gates that answer everyone alike. */
  readonly affected: readonly NodePath[];
  /** The running experiments among them. */
  readonly running: readonly NodePath[];
  /** On their users: known where the gate itself is the targeting gate; through other gates both are possible. */
  readonly effects: ReadonlySet<Effect>;
  /** The number of entities behind gates that answer everyone alike. */
  readonly untouched: number;
  /** Whether the dependents were read in full. */
  readonly isComplete: boolean;
}

const isTargeting = ({ path, edge }: NodePath) =>
  path.length === 2 && edge.references.every(({ how }) => how === "targets");

/** `paths` are those to the dependents. */
export function impactOf(
  paths: readonly NodePath[],
  { truncations }: DependencyGraph,
  { effects }: GateChange,
): Impact {
  const noticed = effects.size > 0 ? paths : [];
  const affected = noticed.filter(({ isAffected }) => isAffected);
  const running = affected.filter(({ node }) => node.consequence === "running experiment");
  return {
    affected,
    running,
    effects: running.every(isTargeting) ? effects : new Set(["gain", "lose"]),
    untouched: noticed.length - affected.length,
    isComplete: truncations.length === 0,
  };
}
