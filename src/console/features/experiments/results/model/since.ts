// Results that are read from a moment of the experiment on, such as a change under it. Pure.
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";

/** ms; undefined where the results are those of the whole time. */
export function sinceOf({ startTime }: Experiment, { windowStart }: SummaryCharts): number | undefined {
  return typeof startTime === "number" && windowStart !== undefined && windowStart > startTime
    ? windowStart
    : undefined;
}

/** "read from Nov 12, 2026, 9:00 AM on, without users who were exposed before" */
export const sinceText = (since: number) =>
  `read from ${formatDateTime(since)} on, without those who were first exposed before`;

const severity = ["FAILED", "WARNING", "WAITING"];

/** The experiment as those results tell it: earlier changes under it do not touch them. */
export function experimentSince(experiment: Experiment, since: number): Experiment {
  const healthChecks = experiment.healthChecks?.flatMap((check) => {
    if (!check.changes) return [check];
    const changes = check.changes.filter(({ time }) => time > since);
    return changes.length ? [{ ...check, changes }] : [];
  });
  const statuses = healthChecks?.map(({ status }) => status) ?? [];
  return {
    ...experiment,
    healthChecks,
    healthCheckStatus: severity.find((status) => statuses.includes(status)) ?? "PASSED",
  };
}
