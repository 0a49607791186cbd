// The entities that a change of a gate affects, and how.
import type { DependencyGraph } from "#targeting/dependencies/graph.ts";
import type { NodePath } from "#targeting/dependencies/paths.ts";
import type { Effect, GateChange } from "./change-of-gate.ts";

export interface AffectedExperiment extends NodePath {
  /** Known where the gate itself is the targeting gate; through other gates both are possible. */
  readonly effects: ReadonlySet<Effect>;
}

export interface Impact {
  readonly change: GateChange;
  /** The most severe first, without those behind gates that answer everyone alike. */
  readonly affected: readonly NodePath[];
  readonly running: readonly AffectedExperiment[];
  /** The number of entities behind gates that answer everyone alike. */
  readonly untouched: number;
  /** Whether the dependents were read in full. */
  readonly isComplete: boolean;
}

const either: ReadonlySet<Effect> = new Set(["gain", "lose"]);

const isTargeting = ({ path, edge }: NodePath) =>
  path.length === 2 && edge.references.every(({ how }) => how === "targets");

/** `paths` are those to the dependents. */
export function impactOf(
  paths: readonly NodePath[],
  { truncations }: DependencyGraph,
  change: GateChange,
): Impact {
  const noticed = change.effects.size > 0 ? paths : [];
  const affected = noticed.filter(({ isAffected }) => isAffected);
  return {
    change,
    affected,
    running: affected
      .filter(({ node }) => node.consequence === "running experiment")
      .map((path) => ({ ...path, effects: isTargeting(path) ? change.effects : either })),
    untouched: noticed.length - affected.length,
    isComplete: truncations.length === 0,
  };
}
