// Everything an experiment's page is computed from: kept while nothing changed, computed once for all who wait.
import type { Experiment } from "#contract/experiment.ts";
import type { Metric } from "#contract/metric.ts";
import type { SummaryProgress } from "#contract/summary-progress.ts";
import { measureExperiment } from "#service/analysis/measure-experiment.ts";
import type { Measurements } from "#service/analysis/measurements.ts";
import type { Database } from "#service/database/database.ts";
import { analysisOf, windowOf } from "./analysis-settings.ts";
import { keepResult, readKept, type Kept } from "./kept-results.ts";
import { readLogCounts, type LogCounts } from "./log-counts.ts";
import { fingerprintOf, inputsOf, metricsOf, validUntil } from "./result-inputs.ts";
import { runningComputations, type Running } from "./running-computations.ts";

/** What is computed of the log, whichever groups and levels are compared later. */
export interface Computed {
  measurements: Measurements;
  counts: LogCounts;
}

export interface Results extends Computed {
  fingerprint: string;
  computedTime: number;
  /** Absent before the experiment has a start. */
  window?: { windowStart: number; windowEnd: number };
}

/** An experiment with all stored metrics, at a moment. */
export interface Subject {
  experiment: Experiment;
  metrics: readonly Metric[];
  now: number;
}

const part = "summary";

export function experimentResults(database: Database) {
  const computations = runningComputations<Kept<Computed>>();

  const compute = (subject: Subject, { signal, report }: Running) =>
    database.snapshot(async (snapshot): Promise<Kept<Computed>> => {
      const { experiment, now } = subject;
      const metrics = metricsOf(experiment, subject.metrics);
      const onStage = (stage: string, share: number, until = share) =>
        report(() => ({ stage, share: share + (until - share) * (snapshot.share() ?? 0) }));
      // The covariate is measured whatever the setting: the bias check needs it, and a reader may ask for it.
      const analysis = { ...analysisOf(experiment, metrics, now), cuped: true };
      const measurements = await measureExperiment(snapshot, analysis, { signal, onStage });
      onStage("Checking the health of the data", 0.95);
      const counts = await readLogCounts(snapshot, analysis.window, metrics);
      return {
        // Read again: the log may have grown between the reader's look and this snapshot.
        inputs: await inputsOf(snapshot, experiment, metrics),
        windowEnd: analysis.window?.end ?? now,
        validUntil: await validUntil(snapshot, experiment, metrics, now),
        computedTime: now,
        result: { measurements, counts },
      };
    }, signal);

  return {
    /** The results of an experiment; `leaving` aborts when the reader goes. */
    read: async (subject: Subject, leaving: AbortSignal): Promise<Results> => {
      const { experiment, now } = subject;
      const window = windowOf(experiment, now);
      const inputs = await inputsOf(database, experiment, metricsOf(experiment, subject.metrics));
      const experimentID = experiment.id;
      const kept =
        (await readKept<Computed>(database, { experimentID, part, inputs, now })) ??
        (await computations.join(experimentID, inputs, leaving, async (running) => {
          const computed = await compute(subject, running);
          await keepResult(database, experimentID, part, computed);
          return computed;
        }));
      return {
        ...kept.result,
        fingerprint: fingerprintOf(kept.inputs, kept.validUntil),
        computedTime: kept.computedTime,
        ...(window ? { window: { windowStart: window.start, windowEnd: kept.windowEnd } } : {}),
      };
    },
    /** How far the computation of an experiment's results is. */
    progress: (experimentID: string): SummaryProgress => {
      const progress = computations.progress(experimentID);
      return progress
        ? { isRunning: true, ...progress }
        : { isRunning: false, share: 1, stage: "No results are being computed" };
    },
  };
}
