// Reads references from the service page by page. Which are followed, and how far, is decided by the walk.
import type { Experiment } from "#contract/experiment.ts";
import type { ListPage, ReferenceReaders } from "#targeting/dependencies/read-neighbours.ts";
import { call } from "#console/foundation/api/call.ts";
import { isNotFound } from "#console/foundation/api/failure.ts";

const limit = 100;

interface Answered<Item> {
  readonly data: readonly Item[];
  readonly pagination?: { readonly totalItems: number } | undefined;
}

const pageOf = <Item>({ data, pagination }: Answered<Item>): ListPage<Item> => ({
  items: data,
  total: pagination?.totalItems,
});

interface ServiceReaders {
  readonly readers: ReferenceReaders;
  /** Experiments that were read, by id. */
  readonly experiments: ReadonlyMap<string, Experiment>;
  /** Whether the service tells which configs ask about a gate; the API description does not ask that of it. */
  readonly tellsConfigs: () => boolean;
}

export function serviceReaders(signal: AbortSignal): ServiceReaders {
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
      // A service that does not know the list is not asked for it with every gate.
      if (!tellsConfigs) return { items: [] };
      try {
        return pageOf(await call("listDynamicConfigReferences", { id, page, limit }, { signal }));
      } catch (error) {
        if (!isNotFound(error)) throw error;
        tellsConfigs = false;
        return { items: [] };
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
  return { readers, experiments, tellsConfigs: () => tellsConfigs };
}
