// Derives the fields by which experiments are listed. Whether one needs attention follows from its last computed
// results and the current time.
import type { Experiment } from "#contract/experiment.ts";
import type { HealthCheck } from "#contract/experiment-overview.ts";
import type { Reader } from "#service/database/database.ts";
import type { Head } from "#service/database/head-list.ts";
import { experimentDays } from "#statistics/experiment-days.ts";
import { bandOf, bands, leadResultCaveat, needOf } from "#statistics/experiment-need.ts";
import { distanceFromZero, resultOf } from "#statistics/result-meaning.ts";
import { leadMetricOf } from "./lead-result.ts";
import { lastOverviews } from "./read-overview.ts";

export const countedOfExperiments = [
  "status",
  "band",
  "need",
  "health",
  "result",
  "guardrail",
  "metric",
  "owner",
  "tags",
  "reach",
];

const dayLength = 86_400_000;
/** Later than any time that occurs, ms. */
const never = 9e13;

/** Sort key by section of the list, then by time; for decisions the newest first. */
function urgency(experiment: Experiment, now: number): number {
  const { endTime, startTime, decisionTime } = experiment;
  const band = bandOf(experiment, now);
  const isOver = band === "decided" || band === "archived";
  const decided = typeof decisionTime === "number" ? decisionTime : endTime;
  const time = isOver
    ? never - (decided ?? 0)
    : band === "planning"
      ? startTime
      : (endTime ?? experimentDays(experiment, now)?.target);
  return bands.indexOf(band) * 1e14 + (time ?? never);
}

/** Many experiments never get data from before their start, so a waiting bias check is not shown in lists. */
const isNews = ({ name, status }: HealthCheck) => status !== "WAITING" || !/bias/i.test(name);

const severities = ["FAILED", "WARNING", "WAITING", "PASSED"];

function healthOf({ healthChecks, healthCheckStatus }: Experiment) {
  const checks = (healthChecks ?? []).filter(isNews);
  const status =
    severities.find((one) => checks.some((check) => check.status === one)) ??
    (healthCheckStatus === "WAITING" ? "WAITING" : undefined);
  if (status === undefined) return { values: [], rank: null };
  const found = checks.filter((check) => ["FAILED", "WARNING"].includes(check.status));
  const values = found.length ? found.map(({ name }) => name) : [status.toLowerCase()];
  return { values, rank: severities.indexOf(status) };
}

const roundedUp = (value: number) => Number(value.toPrecision(2));

/** Filter values of the interval in percent: its maximum distance from 0, marked as clear if it excludes 0. */
function reachIn(
  { percentChange, percentConfidenceIntervalDelta, percentSequentialTestingConfidenceIntervalDelta }: Lead,
  isClear: boolean,
): string[] {
  const margin = percentSequentialTestingConfidenceIntervalDelta ?? percentConfidenceIntervalDelta;
  if (percentChange === undefined || margin === undefined) return [];
  return [`${roundedUp(Math.abs(percentChange) + margin)}${isClear ? " clear" : ""}`];
}
type Lead = NonNullable<Experiment["leadResult"]>;

/** Returns when the listed fields next change by themselves, ms: at the start, on each day, at the planned end or at the end. */
function nextChange({ startTime, endTime, duration }: Experiment, now: number): number | undefined {
  if (typeof startTime !== "number") return undefined;
  const days = Math.floor((now - startTime) / dayLength) + 1;
  const times = [
    startTime,
    startTime + days * dayLength,
    startTime + (duration ?? 0) * dayLength,
    endTime ?? 0,
  ];
  const next = Math.min(...times.filter((time) => time > now));
  return Number.isFinite(next) ? next : undefined;
}

function headOf(experiment: Experiment, now: number): Head {
  const { id, name, description, status, tags, idType, owner, creatorName } = experiment;
  const { leadResult, worstGuardrail } = experiment;
  const isRead = leadResultCaveat(experiment, now) === undefined;
  const lead = isRead && leadResult ? leadResult : undefined;
  const guardrail = isRead && worstGuardrail ? worstGuardrail : undefined;
  const result = lead && resultOf(lead);
  const health = healthOf(experiment);
  const days = experimentDays(experiment, now);
  const until = nextChange(experiment, now);
  const listed = <Value>(value: Value | null | undefined) => (value ? [value] : []);
  const harm = guardrail ? (distanceFromZero(guardrail) ?? null) : null;
  return {
    id,
    name,
    description: description ?? "",
    isArchived: status === "archived",
    values: {
      status: [status],
      band: [bandOf(experiment, now)],
      need: listed(needOf(experiment, now)),
      health: health.values,
      result: listed(result),
      guardrail: listed(guardrail && resultOf(guardrail)),
      metric: listed(leadMetricOf(experiment)?.name),
      owner: listed(owner?.ownerName ?? creatorName),
      tags: tags ?? [],
      idType: [idType ?? ""],
      reach: lead && result ? reachIn(lead, result !== "inconclusive") : [],
    },
    sorts: {
      need: urgency(experiment, now),
      health: health.rank,
      lead: lead?.percentChange ?? null,
      guardrail: harm === null ? null : guardrail?.directionality === "increase" ? harm : -harm,
      days: days && days.state !== "ended" ? (days.left ?? null) : null,
      start: experiment.startTime ?? null,
    },
    ...(until === undefined ? {} : { until }),
  };
}

export async function experimentHeads(reader: Reader, experiments: readonly Experiment[], now: number) {
  const overviewOf = await lastOverviews(reader, experiments, now, true);
  return experiments.map((experiment) => headOf({ ...experiment, ...overviewOf(experiment) }, now));
}
