// Computes hash and fingerprint of the inputs of an experiment's numbers: equal inputs give equal numbers.
import { createHash } from "node:crypto";
import type { Experiment } from "#contract/experiment.ts";
import type { Metric, MetricCriterion } from "#contract/metric.ts";
import { eventNames } from "#service/analysis/plan/metric-inputs.ts";
import { day } from "#service/analysis/totals/assignment.ts";
import type { Reader, Row } from "#service/database/database.ts";
import { logFingerprint } from "#service/database/logs.ts";
import { scorecard } from "./analysis-settings.ts";

/** Must be increased with every change of the computation, so that cached results are computed again. */
const computation = 4;

/** Later than any time. */
export const never = Number.MAX_SAFE_INTEGER;

/** Adds nothing for an event without filters, so that hashes from before filters existed stay valid. */
const filters = (criteria: readonly MetricCriterion[] | null | undefined) =>
  criteria?.length ? [criteria] : [];

/** The settings of an experiment that its numbers depend on, which excludes names and texts. */
const experimentSettings = (experiment: Experiment) => [
  experiment.id,
  experiment.groups.map(({ id, size }) => [id, size]),
  experiment.controlGroupID,
  experiment.status,
  experiment.startTime,
  experiment.endTime,
  experiment.duration,
  experiment.cuped,
  experiment.sequentialTesting,
  // null disables winsorization, undefined means the default.
  experiment.winsorization === undefined ? "default" : experiment.winsorization,
  experiment.dimensions?.map(({ key, type }) => [key, type]),
  experiment.defaultConfidenceInterval,
  experiment.bonferroniCorrection,
];

const metricSettings = (metric: Metric) => [
  metric.id,
  metric.type,
  metric.directionality,
  metric.lineage?.events,
  metric.lineage?.metrics,
  metric.metricEvents?.map(({ name, type, metadataKey, criteria }) => [
    name,
    type,
    metadataKey,
    ...filters(criteria),
  ]),
  metric.funnelCountDistinct,
  metric.funnelEventList?.map(({ name, type, criteria }) => [name, type, ...filters(criteria)]),
  ...(metric.winsorization === undefined ? [] : [{ winsorization: metric.winsorization }]),
];

const settings = (experiment: Experiment, metrics: readonly Metric[]) => [
  ...experimentSettings(experiment),
  metrics.map(metricSettings),
];

/** Hashes of the settings that a load used: of the experiment including its source, and of each metric by id. */
export const loadSettings = (experiment: Experiment, metrics: readonly Metric[]) => ({
  experiment: hash([
    experimentSettings(experiment),
    experiment.assignmentSourceName,
    experiment.assignmentSourceExperimentName,
    experiment.assignmentSourceFilters,
  ]),
  metrics: Object.fromEntries(metrics.map((metric) => [metric.id, hash(metricSettings(metric))])),
});
export type LoadSettings = ReturnType<typeof loadSettings>;

/** Returns the stored metrics of the scorecard. */
export function metricsOf(experiment: Experiment, stored: readonly Metric[]): Metric[] {
  const shown = new Set(scorecard(experiment).map(({ name, type }) => `${name}::${type}`));
  return stored.filter(({ name, type }) => shown.has(`${name}::${type}`));
}

const eventsOf = (metrics: readonly Metric[]) => [...new Set(metrics.flatMap(eventNames))].sort();

const hash = (parts: unknown) => createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/** Hashes settings, metric definitions and log state, but not the time of reading. `view` states how much of the log is read. */
export async function inputsOf(
  reader: Reader,
  experiment: Experiment,
  metrics: readonly Metric[],
  view?: number | string,
): Promise<string> {
  const log = await logFingerprint(reader, experiment.id, eventsOf(metrics));
  return hash([computation, settings(experiment, metrics), log, ...(view === undefined ? [] : [view])]);
}

/**
 * Returns the first time after `now` at which the same inputs give other numbers: a new day, the end, the target date,
 * or a row dated in the future.
 */
export async function validUntil(
  reader: Reader,
  experiment: Experiment,
  metrics: readonly Metric[],
  now: number,
): Promise<number> {
  const { id, startTime, endTime, duration } = experiment;
  if (typeof startTime !== "number" || (typeof endTime === "number" && endTime <= now)) return never;
  const ahead = await reader.query<Row & { time: number | null }>(
    `select min(time) as time from exposure where experiment_id = $1 and time > $2
     union all select min(time) from event where name = any($3) and time > $2`,
    [id, now, eventsOf(metrics)],
  );
  const changes = [
    now - (now % day) + day,
    endTime ?? never,
    startTime + (duration ?? 0) * day,
    ...ahead.map(({ time }) => time ?? never),
  ];
  return Math.min(...changes.filter((time) => time > now));
}

/** 16 hexadecimal digits that stay the same between changes of the inputs, however often the numbers are computed. */
export const fingerprintOf = (inputs: string, until: number): string => hash([inputs, until]).slice(0, 16);
