// Returns a cached result while its inputs are unchanged, else computes it once for all waiting readers. The caller
// defines the computation and its inputs.
import type { Logger } from "pino";
import type { Database } from "#service/database/database.ts";
import { cacheResult, readCached, type Cached, type ResultKey } from "./cached-results.ts";
import { runningComputations, type Running } from "./running-computations.ts";

export function cachedComputations<Result>(database: Database, log: Pick<Logger, "warn">) {
  const computations = runningComputations<Cached<Result>>();
  return {
    /** Returns the result; `leaving` is aborted when this reader disconnects. */
    read: async (
      key: ResultKey,
      now: number,
      leaving: AbortSignal,
      compute: (running: Running) => Promise<Cached<Result>>,
    ): Promise<Cached<Result>> =>
      (await readCached<Result>(database, key, now)) ??
      computations.join(key.experimentID, `${key.part} ${key.inputs}`, leaving, async (running) => {
        const computed = await compute(running);
        await cacheResult(database, key, computed, log);
        return computed;
      }),
    /** Returns the progress of the latest running computation of an experiment, if there is one. */
    progress: computations.progress,
  };
}
