// The overview of an experiment that lists show: its health and lead result, taken from its results if these are available.
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import type { Experiment } from "#contract/experiment.ts";
import type { GuardrailResult, HealthCheck, LeadResult } from "#contract/experiment-overview.ts";
import { cacheResult, readNewest } from "#service/analysis/cache/cached-results.ts";
import { readAssignment } from "#service/analysis/totals/assignment.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { readThroughCache } from "#service/database/value-cache.ts";
import { HttpError } from "#service/http/errors.ts";
import { overallStatus } from "#statistics/health-rules.ts";
import { scorecard, windowOf } from "./analysis-settings.ts";
import type { Results, Subject } from "./experiment-results.ts";
import { readRunningChanges } from "./changes-while-running.ts";
import { healthChecks } from "./health-checks.ts";
import { leadMetricOf, leadResult, worstGuardrail } from "./lead-result.ts";
import { readLogCounts } from "./log-counts.ts";
import { biasOf } from "./pre-experiment-bias.ts";
import { metricsOf } from "./result-inputs.ts";

/**
 * Maximum time that a reader of an experiment waits for uncached results, ms; readers of the results themselves wait
 * until they are computed.
 */
const longestWait = 1000;

/** Returns undefined if the result takes too long. */
const soon = <T>(result: Promise<T>): Promise<T | undefined> =>
  Promise.race([result, setTimeout(longestWait, undefined, { ref: false })]);

export interface Overview {
  healthChecks: HealthCheck[];
  healthCheckStatus: string;
  leadResult?: LeadResult | null | undefined;
  worstGuardrail?: GuardrailResult | null | undefined;
}

/** The part of the cached results under which overviews are stored. */
export const overviewPart = "health";

/** The window of an experiment that has checks. Choice: an experiment in setup or before its start has no health checks and passes. */
function checkedWindow(experiment: Experiment, now: number) {
  const window = windowOf(experiment, now);
  return window && window.start <= now && experiment.status !== "setup" ? window : undefined;
}

type Window = NonNullable<ReturnType<typeof checkedWindow>>;

const unchecked: Overview = { healthChecks: [], healthCheckStatus: "PASSED" };
const waiting: Overview = { healthChecks: [], healthCheckStatus: "WAITING" };
const unloaded: Overview = {
  healthChecks: [
    {
      name: "Not loaded from the warehouse yet",
      status: "WAITING",
      description:
        "Exposures and events stand in the warehouse. Load them once; the checks come with the sums.",
    },
  ],
  healthCheckStatus: "WAITING",
};

/** Drops the result of a metric that is no longer the lead metric, and any result of an earlier run. */
function asItLeads(newest: Newest | undefined, experiment: Experiment): Overview {
  if (!newest || newest.computedTime < (experiment.startTime ?? 0)) return waiting;
  const overview = newest.result;
  const { leadResult: lead } = overview;
  return lead && lead.metricName !== leadMetricOf(experiment)?.name
    ? { ...overview, leadResult: null }
    : overview;
}

type Newest = { result: Overview; computedTime: number };

const overviewKey = (id: string) => `overview of ${id}`;

/** Returns the newest overviews, from memory where possible. */
async function rememberedOverviews(reader: Reader, ids: readonly string[]) {
  let missing: ReturnType<typeof readNewest<Overview>> | undefined;
  const read = async (id: string) => {
    const value = (await (missing ??= readNewest<Overview>(reader, overviewPart, ids))).get(id);
    return { value, size: JSON.stringify(value ?? null).length };
  };
  const found = await Promise.all(
    ids.map(async (id) => [id, await readThroughCache(reader, overviewKey(id), () => read(id))] as const),
  );
  return new Map(found);
}

/** The latest cached overviews of many experiments, all read again on request. Choice: lists show the checks and the lead result of the last computation, and WAITING before the first. */
export async function lastOverviews(
  reader: Reader,
  experiments: readonly Experiment[],
  now: number,
  isReadAnew = false,
) {
  const ids = experiments.map(({ id }) => id);
  const found = isReadAnew
    ? await readNewest<Overview>(reader, overviewPart, ids)
    : await rememberedOverviews(reader, ids);
  return (experiment: Experiment): Overview =>
    checkedWindow(experiment, now) ? asItLeads(found.get(experiment.id), experiment) : unchecked;
}

/** Runs the checks; those that depend on results are WAITING if there are none. */
async function readChecks(
  database: Database,
  { experiment, metrics: stored }: Subject,
  window: Window,
  found?: Results,
): Promise<Overview> {
  const metrics = metricsOf(experiment, stored);
  const checks = healthChecks({
    experiment,
    metrics: scorecard(experiment).map(({ name, type }) => ({
      name,
      id: metrics.find((metric) => metric.name === name && metric.type === type)?.id,
    })),
    counts: found?.counts ?? (await readLogCounts(database, window, metrics)),
    assignment: found?.measurements.assignment ?? (await readAssignment(database, window)),
    bias: found && biasOf(experiment, metrics, found.measurements),
    changes: await readRunningChanges(database, experiment, window),
  });
  return { healthChecks: checks, healthCheckStatus: overallStatus(checks.map(({ status }) => status)) };
}

/** Builds the overview from results and caches it for lists. */
async function fromResults(
  database: Database,
  subject: Subject,
  window: Window,
  found: Results,
  log: Pick<Logger, "warn">,
): Promise<Overview> {
  const { experiment, now } = subject;
  const { fingerprint: inputs, computedTime } = found;
  const overview = {
    ...(await readChecks(database, subject, window, found)),
    leadResult: leadResult(subject, found),
    worstGuardrail: worstGuardrail(subject, found),
  };
  const before = (await readNewest<Overview>(database, overviewPart, [experiment.id])).get(experiment.id);
  const isOfThisRun = before && before.computedTime >= (experiment.startTime ?? 0);
  if (!isOfThisRun || JSON.stringify(before.result) !== JSON.stringify(overview)) {
    await cacheResult(
      database,
      { experimentID: experiment.id, part: overviewPart, inputs },
      { inputs, windowEnd: now, validUntil: now, computedTime, result: overview },
      log,
    );
    database.changed?.([overviewKey(experiment.id)]);
  }
  return overview;
}

/** Builds the overview once its results are available and caches it for lists; undefined if there is nothing to check. */
export async function computeOverview(
  database: Database,
  subject: Subject,
  log: Pick<Logger, "warn">,
  readResults: () => Promise<Results>,
): Promise<Overview | undefined> {
  const window = checkedWindow(subject.experiment, subject.now);
  if (!window) return undefined;
  const found = await readResults();
  return found.isUnloaded ? unloaded : fromResults(database, subject, window, found, log);
}

/** Returns checks, overall status and lead result. Results that take longer than the reader waits are cached for lists later. */
export async function readOverview(
  database: Database,
  subject: Subject,
  log: Pick<Logger, "error" | "warn">,
  readResults: () => Promise<Results>,
): Promise<Overview> {
  const { experiment, now } = subject;
  const window = checkedWindow(experiment, now);
  if (!window) return unchecked;
  const found = await soon(computeOverview(database, subject, log, readResults)).catch((error: unknown) => {
    // An HttpError means that the reader has disconnected. After any other failure, the checks that need no results are still returned.
    if (error instanceof HttpError) throw error;
    log.error({
      message: "Results could not be computed",
      experimentID: experiment.id,
      error: String(error),
    });
    return undefined;
  });
  return found ?? readChecks(database, subject, window);
}
