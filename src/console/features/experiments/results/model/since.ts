// Results restricted to the time after a moment, such as a change made during the experiment. Pure.
import type { Experiment } from "#contract/experiment.ts";
import { holdbackRun } from "#contract/experiment-holdback.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { percentText } from "#console/foundation/ui/wording.ts";

/** Start of the restricted results, ms; undefined if they cover the whole experiment. */
export function sinceOf({ startTime }: Experiment, { windowStart }: SummaryCharts): number | undefined {
  return typeof startTime === "number" && windowStart !== undefined && windowStart > startTime
    ? windowStart
    : undefined;
}

/** "read from Nov 12, 2026, 9:00 AM on, without users who were exposed before" */
export const sinceText = (since: number) =>
  `read from ${formatDateTime(since)} on, without those who were first exposed before`;

const severity = ["FAILED", "WARNING", "WAITING"];

/** The experiment for results since that moment: earlier changes do not affect them and are dropped from its checks. */
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

/** The experiment for the results of its holdback; its health checks are dropped, since they cover the time before. */
export const holdbackSince = (experiment: Experiment): Experiment => ({
  ...(holdbackRun(experiment) ?? experiment),
  launchedGroupID: null,
  healthChecks: [],
  healthCheckStatus: null,
});

/** "These are the results of the holdback: 5 % stay in Old, since Nov 12, 2026, 9:00 AM." */
export function holdbackText(
  { holdback, holdbackPercent, ...experiment }: Experiment,
  since: number,
): string {
  const { groups, controlGroupID, holdbackEndTime } = experiment;
  const control = (groups.find(({ id }) => id === controlGroupID) ?? groups[0])?.name ?? "the control";
  const end = holdbackEndTime ? ` until ${formatDateTime(holdbackEndTime)}` : "";
  const stay = end ? "stayed" : "stay";
  return `These are the results of the holdback: ${percentText(holdback || (holdbackPercent ?? 0))} ${stay} in ${control}, from ${formatDateTime(since)} on${end}.`;
}

/** The server keeps UTC days. */
const inUtc = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** Returns "Events before Aug 24, 2026 were removed" for a time in ms. */
export const removedText = (removedBefore: number) =>
  `Events before ${inUtc.format(removedBefore)} were removed`;
