// Serves the results of an experiment that is measured in the warehouse: from its newest load, in the same form as
// results computed from the log.
import { createHash } from "node:crypto";
import type { Experiment } from "#contract/experiment.ts";
import type { Metric } from "#contract/metric.ts";
import type { MeasuredTimeSeries } from "#service/analysis/time-series/measure-time-series.ts";
import type { Database } from "#service/database/database.ts";
import { badField, HttpError } from "#service/http/errors.ts";
import { readUse } from "#service/warehouse/stored-connection.ts";
import type { NewUnits } from "./cumulative-exposures.ts";
import type { Results, Subject } from "./experiment-results.ts";
import { dailyPart, readLoaded, readShown } from "./loaded-results.ts";

const sinceStart = ({ startTime }: Experiment) => startTime ?? Number.MAX_SAFE_INTEGER;

/** True if the experiment's numbers come from loads. Stored loads are still shown when no warehouse is in use any more. */
export async function isLoaded(database: Database, { experiment, isHoldback }: Subject): Promise<boolean> {
  if (!experiment.assignmentSourceName || isHoldback) return false;
  const { active } = await readUse(database);
  return (
    active !== undefined || (await readShown(database, experiment.id, sinceStart(experiment))) !== undefined
  );
}

/** Choice: results from a warehouse cover the whole time of an experiment in its current version: anything else would need another load. */
function refuseParts({ since, version }: Subject) {
  const sentence = "Results that are loaded from the warehouse are read for the whole time alone";
  if (since !== undefined) throw badField("since", sentence);
  if (version !== undefined) throw badField("version", sentence);
}

const nothing = {
  measurements: { assignment: { units: {}, crossovers: 0 }, metrics: {}, loggedEvents: [] },
  counts: { exposures: 0, withUnit: 0, metricsWithData: [] },
};

export async function loadedSummary(database: Database, subject: Subject): Promise<Results> {
  refuseParts(subject);
  const { experiment, now } = subject;
  const found = await readLoaded(database, experiment.id, "summary", sinceStart(experiment));
  if (!found) return { ...nothing, fingerprint: "", computedTime: now, isUnloaded: true };
  const { result, loadNumber, computedTime, windowEnd } = found;
  const named = JSON.stringify([experiment.id, loadNumber, computedTime]);
  return {
    ...result,
    fingerprint: createHash("sha256").update(named).digest("hex").slice(0, 16),
    computedTime,
    window: { windowStart: sinceStart(experiment), windowEnd },
  };
}

export async function loadedTimeSeries(
  database: Database,
  subject: Subject,
  metric: Metric,
): Promise<MeasuredTimeSeries> {
  refuseParts(subject);
  const { experiment } = subject;
  const found = await readLoaded(database, experiment.id, dailyPart(metric.id), sinceStart(experiment));
  if (!found)
    throw new HttpError(
      409,
      `The days of ${metric.name} are not loaded from the warehouse. Loads read those of primary metrics; load this one alone to see them.`,
    );
  return found.result;
}

/** Includes the time up to which exposures are counted. */
export async function loadedExposures(
  database: Database,
  { experiment, now }: Subject,
): Promise<{ newUnits: NewUnits[]; until: number }> {
  const found = await readLoaded(database, experiment.id, "exposures", sinceStart(experiment));
  return found ? { newUnits: found.result, until: found.windowEnd } : { newUnits: [], until: now };
}
