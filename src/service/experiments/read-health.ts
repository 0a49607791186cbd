// The health of one experiment, from its results where they are at hand, else from counts alone.
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import type { Experiment, HealthCheck } from "#contract/experiment.ts";
import { cacheResult, readNewest } from "#service/analysis/cache/cached-results.ts";
import { readAssignment } from "#service/analysis/totals/assignment.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { Refusal } from "#service/http/errors.ts";
import { overallStatus } from "#statistics/health-rules.ts";
import { scorecard, windowOf } from "./analysis-settings.ts";
import type { Results, Subject } from "./experiment-results.ts";
import { readRunningChanges } from "./changes-while-running.ts";
import { healthChecks } from "./health-checks.ts";
import { readLogCounts } from "./log-counts.ts";
import { biasOf } from "./pre-experiment-bias.ts";
import { metricsOf } from "./result-inputs.ts";

/** Longest wait of an experiment's reader for results that are not cached, ms; readers of results wait to the end. */
const longestWait = 1000;

/** The result, or undefined where it takes too long. */
const soon = <T>(result: Promise<T>): Promise<T | undefined> =>
  Promise.race([result, setTimeout(longestWait, undefined, { ref: false })]);

interface Health {
  healthChecks: HealthCheck[];
  healthCheckStatus: string;
}

const part = "health";

/** The window of an experiment that has checks. Choice: an experiment in setup or before its start has no health checks and passes. */
function checkedWindow(experiment: Experiment, now: number) {
  const window = windowOf(experiment, now);
  return window && window.start <= now && experiment.status !== "setup" ? window : undefined;
}

const unchecked: Health = { healthChecks: [], healthCheckStatus: "PASSED" };

/** The health of many as it was found last. Choice: lists show the checks of the last computation, and WAITING before the first. */
export async function lastHealth(reader: Reader, experiments: readonly Experiment[], now: number) {
  const found = await readNewest<Health>(
    reader,
    part,
    experiments.map(({ id }) => id),
  );
  return (experiment: Experiment): Health =>
    checkedWindow(experiment, now)
      ? (found.get(experiment.id) ?? { healthChecks: [], healthCheckStatus: "WAITING" })
      : unchecked;
}

/** Checks and overall status; what rests on results is cached for lists. */
export async function readHealth(
  database: Database,
  subject: Subject,
  log: Pick<Logger, "error" | "warn">,
  readResults: () => Promise<Results>,
): Promise<Health> {
  const { experiment, now } = subject;
  const window = checkedWindow(experiment, now);
  if (!window) return unchecked;
  const metrics = metricsOf(experiment, subject.metrics);
  const found = await soon(readResults()).catch((error: unknown) => {
    // The reader has left. Any other failure leaves the checks that need no results.
    if (error instanceof Refusal) throw error;
    log.error({
      message: "Results could not be computed",
      experimentID: experiment.id,
      error: String(error),
    });
    return undefined;
  });
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
  const health = {
    healthChecks: checks,
    healthCheckStatus: overallStatus(checks.map(({ status }) => status)),
  };
  if (!found) return health;
  const before = (await readNewest<Health>(database, part, [experiment.id])).get(experiment.id);
  if (JSON.stringify(before) !== JSON.stringify(health))
    await cacheResult(
      database,
      { experimentID: experiment.id, part, inputs: found.fingerprint },
      {
        inputs: found.fingerprint,
        windowEnd: now,
        validUntil: now,
        computedTime: found.computedTime,
        result: health,
      },
      log,
    );
  return health;
}
