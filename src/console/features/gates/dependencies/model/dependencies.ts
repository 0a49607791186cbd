// What depends on a gate and what it depends on itself, as far as it has been read. How it looks stands elsewhere.
import type { Experiment } from "#contract/experiment.ts";
import type { Direction } from "#targeting/dependencies/read-neighbours.ts";
import { gateNode, type DependencyNode } from "#targeting/dependencies/node.ts";
import { traverse, type DependencyGraph, type TraversalProgress } from "#targeting/dependencies/traversal.ts";
import { call } from "#console/foundation/api/call.ts";
import { serviceReaders } from "./reference-readers.ts";

export interface Dependencies {
  /** What asks about the gate, directly and by way of others. */
  readonly dependents: DependencyGraph;
  /** What the gate asks about, directly and by way of others. */
  readonly dependencies: DependencyGraph;
  /** Experiments that were read, by id. */
  readonly experiments: ReadonlyMap<string, Experiment>;
  /** Whether the service tells which configs ask about a gate. */
  readonly tellsConfigs: boolean;
}

/** Both ways together. */
type ReachProgress = Pick<TraversalProgress, "read" | "waiting" | "found">;

/** What a reading has found by now. */
export interface PartialDependencies {
  readonly progress: ReachProgress;
  readonly soFar: Dependencies;
}

interface ReadOptions {
  readonly signal: AbortSignal;
  readonly onPart: (part: PartialDependencies) => void;
}

/** Choice: references are followed at most 8 steps, 300 of one gate and kind, and 1000 things a way; the console says where it stopped. */
const bounds = { depth: 8, width: 300, nodes: 1000 } as const;

/** ms between two parts; a reading that takes less is told when it is done. */
const between = 300;

const notBegun = (direction: Direction, start: DependencyNode) => ({
  progress: { read: 0, waiting: 1, found: 0 },
  soFar: (): DependencyGraph => ({
    direction,
    start,
    nodes: new Map([[start.key, start]]),
    edges: [],
    truncations: [],
  }),
});

/** Reads both ways from a gate. Fails only where the gate itself cannot be read. */
export async function readDependencies(
  gateID: string,
  { signal, onPart }: ReadOptions,
): Promise<Dependencies> {
  const start = gateNode((await call("readGate", { id: gateID }, { signal })).data);
  const { readers, experiments, tellsConfigs } = serviceReaders(signal);
  const parts = {
    dependents: notBegun("dependents", start),
    dependencies: notBegun("dependencies", start),
  };
  const reachOf = (dependents: DependencyGraph, dependencies: DependencyGraph): Dependencies => ({
    dependents,
    dependencies,
    experiments: new Map(experiments),
    tellsConfigs: tellsConfigs(),
  });

  let soon: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    soon = undefined;
    const { dependents, dependencies } = parts;
    const sum = (field: keyof ReachProgress) => dependents.progress[field] + dependencies.progress[field];
    onPart({
      progress: { read: sum("read"), waiting: sum("waiting"), found: sum("found") },
      soFar: reachOf(dependents.soFar(), dependencies.soFar()),
    });
  };
  const graph = (direction: Direction) =>
    traverse(start, direction, readers, {
      ...bounds,
      signal,
      onProgress: (progress, soFar) => {
        parts[direction] = { progress, soFar };
        soon ??= setTimeout(tell, between);
      },
    });
  try {
    return reachOf(...(await Promise.all([graph("dependents"), graph("dependencies")])));
  } finally {
    clearTimeout(soon);
  }
}
