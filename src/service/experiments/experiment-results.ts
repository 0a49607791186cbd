// Provides all results of an experiment's page: cached while the inputs are unchanged, and computed once for all concurrent readers.
import type { Logger } from "pino";
import type { Experiment } from "#contract/experiment.ts";
import type { Metric } from "#contract/metric.ts";
import type { SummaryProgress } from "#contract/summary-charts.ts";
import { day, type Window } from "#service/analysis/totals/assignment.ts";
import {
  measureExperiment,
  emptyMeasurements,
  type Analysis,
} from "#service/analysis/totals/measure-experiment.ts";
import type { Measurements } from "#service/analysis/plan/measurements.ts";
import {
  measureTimeSeries,
  type MeasuredTimeSeries,
} from "#service/analysis/time-series/measure-time-series.ts";
import type { Database, Reader, Snapshot } from "#service/database/database.ts";
import { cachedComputations } from "#service/analysis/cache/cached-computations.ts";
import { readCachedTimes, type Cached, type ResultKey } from "#service/analysis/cache/cached-results.ts";
import type { Running } from "#service/analysis/cache/running-computations.ts";
import { analysisOf, timeSeriesAnalysisOf, windowOf } from "./analysis-settings.ts";
import { readLogCounts, type LogCounts } from "./log-counts.ts";
import { readNewUnits, type NewUnits } from "./cumulative-exposures.ts";
import { isLoaded, loadedExposures, loadedSummary, loadedTimeSeries } from "./loaded-answers.ts";
import { fingerprintOf, inputsOf, metricsOf, never, validUntil } from "./result-inputs.ts";

/** The result of a computation over the log, independent of the groups and confidence levels compared later. */
interface Computed {
  measurements: Measurements;
  counts: LogCounts;
}

export interface Results extends Computed {
  fingerprint: string;
  computedTime: number;
  /** Absent before the experiment has a start. */
  window?: { windowStart: number; windowEnd: number };
  /** True if the experiment is measured in the warehouse and nothing was loaded from there yet. */
  isUnloaded?: true;
  /** Identifies the cached result that these are; absent if they are not cached. */
  stamp?: string;
}

/** An experiment with all stored metrics, at a point in time. */
export interface Subject {
  experiment: Experiment;
  metrics: readonly Metric[];
  now: number;
  /** Results are read from this time on, ms; absent for all of them. */
  since?: number | undefined;
  /** If set, the experiment is as of this version and ends when the next version replaced it. */
  version?: number | undefined;
  /** True if the experiment is the holdback of a decided experiment. */
  isHoldback?: boolean | undefined;
}

/**
 * Name of the cached part. Results since a moment or of a version are cached separately from those of the whole time,
 * only the newest of each kind.
 */
const partOf = (part: string, { since, version, isHoldback }: Subject) =>
  `${part}${isHoldback ? " of a holdback" : ""}${since === undefined ? "" : " since"}${version === undefined ? "" : " of a version"}`;

/** The part of the inputs that determines how much of the log is read. */
const viewOf = ({ since, version }: Subject) =>
  version === undefined ? since : `${since} of version ${version}`;

/** Two results with the same stamp are the same. */
const stampOf = (
  { experimentID, part, inputs }: ResultKey,
  { windowEnd, validUntil, computedTime }: Pick<Cached<unknown>, "windowEnd" | "validUntil" | "computedTime">,
) => JSON.stringify([experimentID, part, inputs, windowEnd, validUntil, computedTime]);

type OnStage = (stage: string, share: number, until?: number) => void;

async function isExposed(reader: Reader, { experimentID }: Window): Promise<boolean> {
  const rows = await reader.query("select 1 as one from exposure where experiment_id = $1 limit 1", [
    experimentID,
  ]);
  return rows.length > 0;
}

/**
 * Returns the result without any exposures, which needs neither log nor cache: it stays the same until the first
 * exposure, so its time is the start of the day.
 */
function nobodyExposed(analysis: Analysis, inputs: string, now: number): Results {
  const { window } = analysis;
  return {
    measurements: emptyMeasurements(analysis),
    counts: { exposures: 0, withUnit: 0, metricsWithData: [] },
    fingerprint: fingerprintOf(inputs, never),
    computedTime: Math.max(window?.start ?? 0, now - (now % day)),
    ...(window ? { window: { windowStart: window.start, windowEnd: window.end } } : {}),
  };
}

export function experimentResults(database: Database, log: Pick<Logger, "warn">) {
  const summaries = cachedComputations<Computed>(database, log);
  const timeSeries = cachedComputations<MeasuredTimeSeries>(database, log);
  const exposures = cachedComputations<NewUnits[]>(database, log);

  /** Measures on one snapshot, and determines until when the result is valid. */
  const compute = <Result>(
    subject: Subject,
    { signal, report }: Running,
    measure: (snapshot: Snapshot, onStage: OnStage) => Promise<Result>,
  ) =>
    database.snapshot(async (snapshot): Promise<Cached<Result>> => {
      const { experiment, metrics, now } = subject;
      const onStage: OnStage = (stage, share, until = share) =>
        report(() => ({ stage, share: share + (until - share) * (snapshot.share() ?? 0) }));
      const cached = {
        // Determined again on the snapshot, since the log may have grown since the reader computed them.
        inputs: await inputsOf(snapshot, experiment, metrics, viewOf(subject)),
        windowEnd: windowOf(experiment, now)?.end ?? now,
        validUntil: await validUntil(snapshot, experiment, metrics, now),
        computedTime: now,
      };
      return { ...cached, result: await measure(snapshot, onStage) };
    }, signal);

  return {
    /** Returns the stamp of the results that `read` would return, if they are cached; reads none of their numbers. */
    stamp: async (subject: Subject): Promise<string | undefined> => {
      if (await isLoaded(database, subject)) return undefined;
      const { experiment, now } = subject;
      const metrics = metricsOf(experiment, subject.metrics);
      const inputs = await inputsOf(database, experiment, metrics, viewOf(subject));
      const key = { experimentID: experiment.id, part: partOf("summary", subject), inputs };
      const times = await readCachedTimes(database, key, now);
      return times && stampOf(key, times);
    },
    /** Returns the results of an experiment; `leaving` is aborted when the reader disconnects. */
    read: async (subject: Subject, leaving: AbortSignal): Promise<Results> => {
      if (await isLoaded(database, subject)) return loadedSummary(database, subject);
      const { experiment, now, since } = subject;
      const metrics = metricsOf(experiment, subject.metrics);
      const window = windowOf(experiment, now, since);
      const inputs = await inputsOf(database, experiment, metrics, viewOf(subject));
      if (!window || !(await isExposed(database, window)))
        return nobodyExposed(analysisOf(experiment, metrics, now, since), inputs, now);
      const key = { experimentID: experiment.id, part: partOf("summary", subject), inputs };
      const cached = await summaries.read(key, now, leaving, (running) =>
        compute({ ...subject, metrics }, running, async (snapshot, onStage) => {
          const analysis = analysisOf(experiment, metrics, now, since);
          const { signal } = running;
          const countLog = (logged: readonly string[]) =>
            readLogCounts(snapshot, analysis.window, metrics, logged);
          let counts: LogCounts | undefined;
          const onLogRead = async (logged: readonly string[]) => {
            counts = await countLog(logged);
            await snapshot.leaveData();
          };
          const measurements = await measureExperiment(snapshot, analysis, { signal, onStage, onLogRead });
          // Without units or metrics `onLogRead` was never called, so the counts are read here.
          return { measurements, counts: counts ?? (await countLog(measurements.loggedEvents)) };
        }),
      );
      return {
        ...cached.result,
        fingerprint: fingerprintOf(cached.inputs, cached.validUntil),
        computedTime: cached.computedTime,
        window: { windowStart: window.start, windowEnd: cached.windowEnd },
        stamp: stampOf({ ...key, inputs: cached.inputs }, cached),
      };
    },
    /** Returns one metric day by day, cached like the results; `leaving` is aborted when the reader disconnects. */
    readTimeSeries: async (
      subject: Subject,
      metric: Metric,
      leaving: AbortSignal,
    ): Promise<MeasuredTimeSeries> => {
      if (await isLoaded(database, subject)) return loadedTimeSeries(database, subject, metric);
      const { experiment, now, since } = subject;
      const metrics = [metric];
      const inputs = await inputsOf(database, experiment, metrics, viewOf(subject));
      const key = { experimentID: experiment.id, part: partOf(`daily ${metric.id}`, subject), inputs };
      const cached = await timeSeries.read(key, now, leaving, (running) =>
        compute({ ...subject, metrics }, running, (snapshot, onStage) => {
          onStage("Reading the log day by day", 0, 0.95);
          return measureTimeSeries(snapshot, timeSeriesAnalysisOf(experiment, metric, now, since), () =>
            snapshot.leaveData(),
          );
        }),
      );
      return cached.result;
    },
    /**
     * Returns new units per group and day and the time up to which they are counted, cached like the results; `leaving`
     * is aborted when the reader disconnects.
     */
    readExposures: async (
      subject: Subject,
      leaving: AbortSignal,
    ): Promise<{ newUnits: NewUnits[]; until: number }> => {
      if (await isLoaded(database, subject)) return loadedExposures(database, subject);
      const { experiment, now } = subject;
      const inputs = await inputsOf(database, experiment, []);
      const key = { experimentID: experiment.id, part: "exposures", inputs };
      const cached = await exposures.read(key, now, leaving, (running) =>
        compute({ ...subject, metrics: [] }, running, (snapshot) =>
          readNewUnits(snapshot, windowOf(experiment, now)),
        ),
      );
      return { newUnits: cached.result, until: now };
    },
    /** Progress of the computation of an experiment's results or, if there is none, of a time series. */
    progress: (experimentID: string): SummaryProgress => {
      const progress = summaries.progress(experimentID) ?? timeSeries.progress(experimentID);
      return progress
        ? { isRunning: true, ...progress }
        : { isRunning: false, share: 1, stage: "No results are being computed" };
    },
  };
}
