// Computes missing overviews of experiments in the background, one at a time, after a list was read and until the service stops.
import type { Logger } from "pino";
import type { Database } from "#service/database/database.ts";
import { overviewPart } from "./read-overview.ts";

/** Age (ms) at which the overview of a running experiment is computed again; also the minimum time between two attempts. */
const longestAge = 3_600_000;

/** Pause after the list was read, ms: the browser is drawing it and may soon read it again, for example while somebody types a search. */
const pause = 1000;
/** Maximum number of consecutive pauses; then the work continues, however often the list is read. */
const mostPauses = 6;

/** Number of experiments that are computed without a break; after that there is a break after each. */
const withoutRest = 20;
/** Length of a break, as a multiple of the time that the computation took. */
const rest = 3;

interface Background {
  database: Database;
  log: Pick<Logger, "warn">;
  now: () => number;
  /** Aborted when the service stops. */
  stop: AbortSignal;
  /** Computes and caches one overview. */
  compute: (id: string) => Promise<unknown>;
}

/** Returns the experiments without an overview or with an outdated one, running experiments first. */
async function listDue(database: Database, now: number): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `select id from (
       select experiment.id as id, status in ('active', 'assignment_stopped') as running, computed_time as time
       from experiment left join kept_result on experiment_id = experiment.id and part = $1
       where status not in ('setup', 'archived')
     ) as overview
     where time is null or (running and time < $2)
     order by case when running then 0 else 1 end, time nulls first, id`,
    [overviewPart, now - longestAge],
  );
  return rows.map(({ id }) => id);
}

/** Choice: after a list is read, its missing overviews are computed in the background, one at a time.
 *  Call the returned function after each read; it does nothing while a run is in progress, and tries an experiment at most once an hour. */
export function backgroundOverviews({ database, log, now, stop, compute }: Background) {
  const looked = new Map<string, number>();
  const failed = new Set<string>();
  let isUnderWay = false;
  let readings = 0;
  /** The last read of the list that was followed by a quiet period. */
  let settled = 0;

  async function untilQuiet() {
    for (let pauses = 0; settled !== readings && pauses < mostPauses && !stop.aborted; pauses += 1) {
      const before = readings;
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (before === readings) settled = before;
    }
  }

  async function computeDue() {
    await untilQuiet();
    if (stop.aborted) return;
    let computed = 0;
    for (const id of await listDue(database, now())) {
      await untilQuiet();
      if (stop.aborted) return;
      if ((looked.get(id) ?? -Infinity) > now() - longestAge) continue;
      looked.set(id, now());
      const started = performance.now();
      await compute(id).catch((error: unknown) => {
        if (stop.aborted || failed.has(id)) return;
        failed.add(id);
        log.warn({
          message: "An overview could not be computed in the background",
          experimentID: id,
          error: String(error),
        });
      });
      computed += 1;
      if (computed > withoutRest)
        await new Promise((resolve) => setTimeout(resolve, rest * (performance.now() - started)));
    }
  }

  return () => {
    readings += 1;
    if (isUnderWay || stop.aborted) return;
    isUnderWay = true;
    computeDue().then(
      () => (isUnderWay = false),
      // The next read of the list starts another attempt.
      () => (isUnderWay = false),
    );
  };
}
