// Answers a cached result while its inputs hold, else computes it, once for all readers who wait. What is computed, and from which
// inputs, is up to the caller.
import type { Logger } from "pino";
import type { Database } from "#service/database/database.ts";
import { cacheResult, readCached, type Cached, type ResultKey } from "./cached-results.ts";
import { runningComputations, type Running } from "./running-computations.ts";

export function cachedComputations<Result>(database: Database, log: Pick<Logger, "warn">) {
  const computations = runningComputations<Cached<Result>>();
  return {
    /** The result; `leaving` aborts when the reader goes. */
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
    /** Progress of the latest computation for an experiment, if one runs. */
    progress: computations.progress,
  };
}
