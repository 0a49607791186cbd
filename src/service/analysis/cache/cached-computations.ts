// Answers a result again while its inputs hold, else computes it, once for all readers who wait. What is computed, and of which
// inputs, is the caller's.
import type { Database } from "#service/database/database.ts";
import { cacheResult, readCached, type Cached } from "./cached-results.ts";
import { runningComputations, type Running } from "./running-computations.ts";

/** One result of an experiment, as somebody asks for it. */
export interface CachedKey {
  experimentID: string;
  /** Which of the experiment's results; the newest of each is kept. */
  part: string;
  /** Hash of what it is computed from. */
  inputs: string;
  now: number;
}

export function cachedComputations<Result>(database: Database) {
  const computations = runningComputations<Cached<Result>>();
  return {
    /** The result; `leaving` aborts when the reader goes. */
    read: async (
      wanted: CachedKey,
      leaving: AbortSignal,
      compute: (running: Running) => Promise<Cached<Result>>,
    ): Promise<Cached<Result>> => {
      const { experimentID, part, inputs } = wanted;
      const kept = await readCached<Result>(database, wanted);
      if (kept) return kept;
      return computations.join(experimentID, `${part} ${inputs}`, leaving, async (running) => {
        const computed = await compute(running);
        await cacheResult(database, experimentID, part, computed);
        return computed;
      });
    },
    /** How far the latest computation for an experiment is, if one runs. */
    progress: computations.progress,
  };
}
