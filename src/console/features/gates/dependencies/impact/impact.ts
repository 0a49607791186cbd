// Whom a change of a gate reaches, by what it means for them.
import type { Experiment } from "#contract/experiment.ts";
import { pathsIn, type NodePath } from "#targeting/dependencies/paths.ts";
import type { Dependencies } from "#console/features/gates/dependencies/model/dependencies.ts";
import type { GateChange, Effect } from "./change-of-gate.ts";

export interface AffectedExperiment extends NodePath {
  /** As answered; absent where it was not read. */
  readonly experiment: Experiment | undefined;
  /** Known where the gate itself says who takes part; by way of others both are possible. */
  readonly effects: ReadonlySet<Effect>;
}

export interface Impact {
  readonly change: GateChange;
  /** The gravest first; without what stands behind gates that answer everyone alike. */
  readonly affected: readonly NodePath[];
  readonly running: readonly AffectedExperiment[];
  /** How many stand behind gates that answer everyone alike. */
  readonly untouched: number;
  /** Whether everything was read. */
  readonly isComplete: boolean;
}

const either: ReadonlySet<Effect> = new Set(["gain", "lose"]);

const isTargeting = ({ path }: NodePath) =>
  path.length === 2 && path[1]?.references.every(({ how }) => how === "targets");

/** What hangs on the gate, whatever the change. */
interface Hanging {
  /** What notices a change, the gravest first. */
  readonly affected: readonly NodePath[];
  /** What stands behind gates that answer everyone alike. */
  readonly untouched: number;
}

export function hangingOn({ dependents }: Dependencies): Hanging {
  const all = pathsIn(dependents);
  const affected = all.filter(({ isAffected }) => isAffected);
  return { affected, untouched: all.length - affected.length };
}

const nothing: Hanging = { affected: [], untouched: 0 };

export function impactOf(dependencyGraphs: Dependencies, hanging: Hanging, change: GateChange): Impact {
  const { dependents, experiments, tellsConfigs } = dependencyGraphs;
  const { affected, untouched } = change.effects.size > 0 ? hanging : nothing;
  return {
    change,
    affected: affected,
    running: affected
      .filter(({ node }) => node.consequence === "running experiment")
      .map((each) => ({
        ...each,
        experiment: experiments.get(each.node.id),
        effects: isTargeting(each) ? change.effects : either,
      })),
    untouched,
    isComplete: dependents.truncations.length === 0 && tellsConfigs,
  };
}
