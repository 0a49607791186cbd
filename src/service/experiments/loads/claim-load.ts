// Stores loads in the database: one process claims a load at its start and stores its complete result at its end.
import { sameJson } from "#contract/json5.ts";
import type { Database, Transaction } from "#service/database/database.ts";
import { readLoaded, storeLoaded, type LoadedResults } from "#service/experiments/loaded-results.ts";
import { loadSettings, type LoadSettings } from "#service/experiments/result-inputs.ts";
import { HttpError } from "#service/http/errors.ts";
import type { Measuring } from "./load-analysis.ts";
import { startOf } from "./load-window.ts";
import { mergedSettings, mergedSummary } from "./merge-metrics.ts";
import {
  finishLoad,
  readLoads,
  storeLoad,
  type LoadStart,
  type Finish,
  type StoredLoad,
} from "./stored-loads.ts";

export type LoadKey = Pick<StoredLoad, "experimentID" | "number">;

/** Stores that a load starts, or finds an equal running load; throws if a different load is running. */
export async function claimLoad(
  transaction: Transaction,
  experimentID: string,
  begun: LoadStart,
  by: { owner: string; now: number },
) {
  const [running] = await readLoads(transaction, "experiment_id = $1 and finished_state is null", [
    experimentID,
  ]);
  if (!running) return { number: await storeLoad(transaction, experimentID, begun, by), isNew: true };
  const { refresh, turboMode, metricIDs } = running;
  const isAlike = sameJson(
    { refresh, turboMode, metricIDs },
    { refresh: begun.refresh, turboMode: begun.turboMode, metricIDs: begun.metricIDs },
  );
  if (isAlike) return { number: running.number, isNew: false };
  throw new HttpError(
    409,
    `Another load of this experiment runs, begun by ${running.startedBy}. Wait for its end, or stop it.`,
  );
}

export interface Measured {
  measuring: Measuring;
  result: LoadedResults;
}

/**
 * Stores the end of a load together with its result, unless another process has already ended the load. Waits as
 * long as an import writes: otherwise the result would be lost, and a load without an end blocks the next one.
 */
export const endLoad = (
  database: Database,
  load: LoadKey,
  end: Finish,
  measured?: Measured,
): Promise<boolean> =>
  database.transaction(
    async (transaction) => {
      const isEnded = await finishLoad(transaction, load, end);
      if (isEnded && measured) await storeMeasured(transaction, load, measured, end.time);
      return isEnded;
    },
    { isLong: true },
  );

/** Merges metrics that were loaded separately into the stored results. */
async function storeMeasured(
  transaction: Transaction,
  { experimentID, number }: LoadKey,
  { measuring, result }: Measured,
  computedTime: number,
) {
  const { experiment, metrics, window, refresh } = measuring;
  const own = loadSettings(experiment, metrics);
  const of = { loadNumber: number, computedTime, windowEnd: window.end };
  const before =
    refresh === "metric"
      ? await readLoaded(transaction, experimentID, "summary", startOf(experiment))
      : undefined;
  if (!before)
    return storeLoaded(transaction, experimentID, { ...of, settings: JSON.stringify(own) }, result);
  const ids = metrics.map(({ id }) => id);
  // `storeLoaded` wrote these settings.
  const settings = mergedSettings(JSON.parse(before.settings) as LoadSettings, own);
  await storeLoaded(
    transaction,
    experimentID,
    { ...of, settings: JSON.stringify(settings) },
    { ...result, ...mergedSummary(before.result, result, ids) },
  );
}
