// Whom a change of a gate reaches, by what it means for them.
import type { Experiment } from "#contract/experiment.ts";
import { reachedBy, type Reached } from "#targeting/dependencies/reached.ts";
import type { Reach } from "#console/features/gates/dependencies/model/reach.ts";
import type { GateChange, Side } from "./change-of-gate.ts";

export interface ReachedExperiment extends Reached {
  /** As answered; absent where it was not read. */
  readonly experiment: Experiment | undefined;
  /** Known where the gate itself says who takes part; by way of others both are possible. */
  readonly sides: ReadonlySet<Side>;
}

export interface Impact {
  readonly change: GateChange;
  /** The gravest first; without what stands behind gates that answer everyone alike. */
  readonly reached: readonly Reached[];
  readonly running: readonly ReachedExperiment[];
  /** How many stand behind gates that answer everyone alike. */
  readonly untouched: number;
  /** Whether everything was read. */
  readonly isComplete: boolean;
}

const either: ReadonlySet<Side> = new Set(["gain", "lose"]);

const isTargeting = ({ path }: Reached) =>
  path.length === 2 && path[1]?.references.every(({ how }) => how === "targets");

/** What hangs on the gate, whatever the change. */
interface Hanging {
  /** What notices a change, the gravest first. */
  readonly affected: readonly Reached[];
  /** What stands behind gates that answer everyone alike. */
  readonly untouched: number;
}

export function hangingOn({ dependents }: Reach): Hanging {
  const all = reachedBy(dependents);
  const affected = all.filter(({ isAffected }) => isAffected);
  return { affected, untouched: all.length - affected.length };
}

const nothing: Hanging = { affected: [], untouched: 0 };

export function impactOf(reach: Reach, hanging: Hanging, change: GateChange): Impact {
  const { dependents, experiments, tellsConfigs } = reach;
  const { affected, untouched } = change.sides.size > 0 ? hanging : nothing;
  return {
    change,
    reached: affected,
    running: affected
      .filter(({ thing }) => thing.consequence === "running experiment")
      .map((each) => ({
        ...each,
        experiment: experiments.get(each.thing.id),
        sides: isTargeting(each) ? change.sides : either,
      })),
    untouched,
    isComplete: dependents.stops.length === 0 && tellsConfigs,
  };
}
