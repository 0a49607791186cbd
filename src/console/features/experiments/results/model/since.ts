// Results that are read from a moment of the experiment on, such as a change under it. Pure.
import type { Experiment } from "#contract/experiment.ts";
import { holdbackRun } from "#contract/experiment-holdback.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { percentText } from "#console/foundation/ui/wording.ts";

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

/** A decided experiment as the results of its holdback tell it: its checks were those of the time before. */
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

/** Days are those of UTC, as the service keeps them. */
const inUtc = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** "Events before Aug 24, 2026 were removed", of a time in ms. */
export const removedText = (removedBefore: number) =>
  `Events before ${inUtc.format(removedBefore)} were removed`;
