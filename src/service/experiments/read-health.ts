// Reads from the log what the health checks of one experiment need; the number of queries is fixed.
import type { Experiment, HealthCheck } from "#contract/experiment.ts";
import { eventNames } from "#service/analysis/metric-inputs.ts";
import { readAssignment } from "#service/analysis/unit-sums.ts";
import type { Database, Row } from "#service/database/database.ts";
import { readMetrics } from "#service/database/metrics.ts";
import { scorecard, windowOf } from "./analysis-settings.ts";
import { healthChecks, overallStatus } from "./health-checks.ts";

interface ExposureCounts extends Row {
  exposures: number;
  with_unit: number;
}

/** Checks and overall status at `now`; an experiment that has not started has none and passes. */
export async function readHealth(
  database: Database,
  experiment: Experiment,
  now: number,
): Promise<{ healthChecks: HealthCheck[]; healthCheckStatus: string }> {
  const window = windowOf(experiment, now);
  if (!window || window.start > now) return { healthChecks: [], healthCheckStatus: "PASSED" };
  const inWindow = [window.experimentID, window.start, window.end];
  const stored = await readMetrics(database);
  const metrics = scorecard(experiment).map(({ name, type }) => ({
    name,
    events: stored.filter((metric) => metric.name === name && metric.type === type).flatMap(eventNames),
  }));
  const [assignment, counts, logged] = await Promise.all([
    readAssignment(database, window),
    database.query<ExposureCounts>(
      `select count(*) as exposures, count(*) filter (where unit_id <> '') as with_unit
       from exposure where experiment_id = $1 and time >= $2 and time <= $3`,
      inWindow,
    ),
    database.query<Row & { name: string }>(
      `select name from event
       where name = any($4) and unit_id in (
         select unit_id from exposure where experiment_id = $1 and time >= $2 and time <= $3 and unit_id <> '')
       group by name`,
      [...inWindow, [...new Set(metrics.flatMap((metric) => metric.events))]],
    ),
  ]);
  const names = new Set(logged.map((row) => row.name));
  const checks = healthChecks(experiment, {
    assignment,
    exposures: counts[0]?.exposures ?? 0,
    withUnit: counts[0]?.with_unit ?? 0,
    metrics: metrics.map(({ name, events }) => ({ name, hasData: events.some((event) => names.has(event)) })),
  });
  return { healthChecks: checks, healthCheckStatus: overallStatus(checks) };
}
