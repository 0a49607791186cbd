// Returns all decided experiments with their last computed measurements. Computes nothing.
import type { MeasuredEffect, DecidedExperimentSummary } from "#contract/learned.ts";
import { readNewest } from "#service/analysis/cache/cached-results.ts";
import type { Measurements } from "#service/analysis/plan/measurements.ts";
import type { Database } from "#service/database/database.ts";
import { readMetrics } from "#service/database/definitions.ts";
import { readDocuments } from "#service/database/entity-lists.ts";
import { criticalValue } from "#statistics/significance.ts";
import { scorecard } from "./analysis-settings.ts";
import { experimentEntities, type StoredExperiment } from "./answered-experiment.ts";
import { lastOverviews } from "./read-overview.ts";
import type { Subject } from "./experiment-results.ts";
import { summaryCharts } from "./summary-charts.ts";

/** Choice: only the newest 500 decided experiments are read together. */
const mostExperiments = 500;

async function readDecided(database: Database): Promise<StoredExperiment[]> {
  const rows = await database.query<{ id: string }>(
    `select id from experiment
     where status = 'decision_made' or (status = 'archived' and (document->>'launchedGroupID') is not null)
     order by cast((document->>'decisionTime') as bigint) desc nulls last, id limit ${mostExperiments}`,
  );
  const ids = rows.map(({ id }) => id);
  return (await readDocuments(database, "experiment", ids)).map(experimentEntities.parse);
}

/** Compares every test group with the control on every metric of the scorecard that has an interval in percent. */
function effectsOf(subject: Subject, measurements: Measurements): MeasuredEffect[] {
  const { experiment, metrics, now } = subject;
  const shipped = experiment.groups.find(({ id }) => id === experiment.launchedGroupID)?.name;
  const sections = [
    { sectionLabel: "", charts: [{ chartSource: "experiment", metrics: scorecard(experiment) }] },
  ];
  const asked = { ...experiment, sections };
  const charts = summaryCharts(asked, metrics, measurements, { test: "*" }, now).sections.flatMap(
    (section) => section.charts,
  );
  return charts.flatMap(({ test = "", significanceLevel = 0.05, metrics: shown = [] }) =>
    shown.flatMap((metric): MeasuredEffect[] => {
      const { metricID, metricName, directionality } = metric;
      const { percentChange, percentConfidenceIntervalDelta: margin } = metric;
      if (percentChange === undefined || margin === undefined || !(margin > 0)) return [];
      const isPrimary = (experiment.primaryMetrics ?? []).some(
        ({ name, type }) => metricID === `${name}::${type}`,
      );
      const standardError = margin / criticalValue(significanceLevel, Infinity);
      const isShipped = test === shipped;
      return [
        { metricID, metricName, directionality, isPrimary, test, isShipped, percentChange, standardError },
      ];
    }),
  );
}

export async function learnedExperiments(
  database: Database,
  now: number,
): Promise<DecidedExperimentSummary[]> {
  const experiments = await readDecided(database);
  const ids = experiments.map(({ id }) => id);
  const metrics = await readMetrics(database);
  const overviewOf = await lastOverviews(database, experiments, now);
  const newest = await readNewest<{ measurements: Measurements }>(database, "summary", ids);
  return experiments.map((experiment) => {
    const { id, name, hypothesis, decisionReason, decisionTime, launchedGroupID, groups } = experiment;
    const shipped = groups.find((group) => group.id === launchedGroupID);
    const found = newest.get(id);
    // Results of an earlier run do not count.
    const isOfThisRun = found && found.computedTime >= (experiment.startTime ?? 0);
    return {
      id,
      name,
      hypothesis: hypothesis ?? "",
      decisionReason: typeof decisionReason === "string" ? decisionReason : null,
      decisionTime: typeof decisionTime === "number" ? decisionTime : null,
      shipped: shipped?.name ?? null,
      isControlShipped: shipped?.id === (experiment.controlGroupID ?? groups[0]?.id),
      isUnsound: overviewOf(experiment).healthCheckStatus === "FAILED",
      effects: isOfThisRun ? effectsOf({ experiment, metrics, now }, found.result.measurements) : [],
    };
  });
}
