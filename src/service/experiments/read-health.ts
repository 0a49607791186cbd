// The health of one experiment, from its results where they are at hand, else from counts alone.
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import type { HealthCheck } from "#contract/experiment.ts";
import { readAssignment } from "#service/analysis/totals/assignment.ts";
import type { Database } from "#service/database/database.ts";
import { Refusal } from "#service/http/errors.ts";
import { overallStatus } from "#statistics/health-rules.ts";
import { scorecard, windowOf } from "./analysis-settings.ts";
import type { Results, Subject } from "./experiment-results.ts";
import { healthChecks } from "./health-checks.ts";
import { readLogCounts } from "./log-counts.ts";
import { biasOf } from "./pre-experiment-bias.ts";
import { metricsOf } from "./result-inputs.ts";

/** Longest wait of an experiment's reader for results that are not cached, ms; readers of results wait to the end. */
const longestWait = 1000;

/** The result, or undefined where it takes too long. */
const soon = <T>(result: Promise<T>): Promise<T | undefined> =>
  Promise.race([result, setTimeout(longestWait, undefined, { ref: false })]);

/** Checks and overall status. Choice: an experiment in setup or before its start has no health checks and passes. */
export async function readHealth(
  database: Database,
  subject: Subject,
  log: Pick<Logger, "error">,
  readResults: () => Promise<Results>,
): Promise<{ healthChecks: HealthCheck[]; healthCheckStatus: string }> {
  const { experiment, now } = subject;
  const window = windowOf(experiment, now);
  if (!window || window.start > now || experiment.status === "setup")
    return { healthChecks: [], healthCheckStatus: "PASSED" };
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
  });
  return { healthChecks: checks, healthCheckStatus: overallStatus(checks.map(({ status }) => status)) };
}
