// What depends on a gate and what it depends on itself, read from the service page by page. How it looks stands elsewhere.
import type { Experiment } from "#contract/experiment.ts";
import { gateThing } from "#targeting/reach/thing.ts";
import type { ListPage, ReferenceReaders } from "#targeting/reach/read-neighbours.ts";
import { walkReferences, type Walk, type WalkProgress } from "#targeting/reach/walk-references.ts";
import { call } from "#console/api/call.ts";
import { isNotFound } from "#console/api/failure.ts";

export interface Reach {
  /** What asks about the gate, directly and by way of others. */
  readonly dependents: Walk;
  /** What the gate asks about, directly and by way of others. */
  readonly dependencies: Walk;
  /** Experiments that were read, by id. */
  readonly experiments: ReadonlyMap<string, Experiment>;
  /** Whether the service tells which configs ask about a gate; the API description does not ask that of it. */
  readonly tellsConfigs: boolean;
}

/** Both ways together. */
export type ReachProgress = Pick<WalkProgress, "read" | "waiting" | "found">;

interface ReadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ReachProgress) => void;
}

/** Choice: references are followed at most 8 steps, 300 of one gate and kind, and 1000 things a way; the console says where it stopped. */
const bounds = { depth: 8, width: 300, things: 1000 } as const;
const limit = 100;

interface Answered<Item> {
  readonly data: readonly Item[];
  readonly pagination?: { readonly totalItems: number } | undefined;
}

const pageOf = <Item>({ data, pagination }: Answered<Item>): ListPage<Item> => ({
  items: data,
  total: pagination?.totalItems,
});

/** Reads both ways from a gate. Fails only where the gate itself cannot be read. */
export async function readReach(gateID: string, { signal, onProgress }: ReadOptions): Promise<Reach> {
  const start = gateThing((await call("readGate", { id: gateID }, { signal })).data);
  const experiments = new Map<string, Experiment>();
  let tellsConfigs = true;

  const readers: ReferenceReaders = {
    gates: async (id, page) => pageOf(await call("listGateReferences", { id, page, limit }, { signal })),
    experiments: async (id, page) => {
      const answer = await call("listExperimentReferences", { id, page, limit }, { signal });
      for (const experiment of answer.data) experiments.set(experiment.id, experiment);
      return pageOf(answer);
    },
    configs: async (id, page) => {
      try {
        return pageOf(await call("listDynamicConfigReferences", { id, page, limit }, { signal }));
      } catch (error) {
        if (!isNotFound(error)) throw error;
        tellsConfigs = false;
        return { items: [], total: 0 };
      }
    },
    gate: async (id) => {
      try {
        return (await call("readGate", { id }, { signal })).data;
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
  };

  const nothing: ReachProgress = { read: 0, waiting: 0, found: 0 };
  const progress = { dependents: nothing, dependencies: nothing };
  const walk = (direction: "dependents" | "dependencies") =>
    walkReferences(start, direction, readers, {
      ...bounds,
      signal,
      onProgress: (own) => {
        progress[direction] = own;
        const { dependents, dependencies } = progress;
        onProgress({
          read: dependents.read + dependencies.read,
          waiting: dependents.waiting + dependencies.waiting,
          found: dependents.found + dependencies.found,
        });
      },
    });
  const [dependents, dependencies] = await Promise.all([walk("dependents"), walk("dependencies")]);
  return { dependents, dependencies, experiments, tellsConfigs };
}
