// Derives the settings of an experiment's analysis: groups, confidence level, window, sections. Pure.
import type { Experiment, Group, SectionSetting } from "#contract/experiment.ts";
import type { MetricReference } from "#contract/experiment-overview.ts";
import type { Metric } from "#contract/metric.ts";
import { day, type Window } from "#service/analysis/totals/assignment.ts";
import type { Analysis } from "#service/analysis/totals/measure-experiment.ts";
import type { Dimension } from "#service/analysis/plan/measurements.ts";
import { metricInput } from "#service/analysis/plan/metric-inputs.ts";
import type { TimeSeriesAnalysis } from "#service/analysis/time-series/measure-time-series.ts";
import { badField } from "#service/http/errors.ts";
import { alphaOf } from "#statistics/significance.ts";
import type { Method } from "./compare-groups.ts";

/** Request parameters that override the experiment's own settings. */
export interface Overrides {
  control?: string | undefined;
  test?: string | undefined;
  confidence?: string | undefined;
  cuped?: "true" | "false" | undefined;
  since?: number | undefined;
}

export interface Comparison {
  control: Group;
  tests: Group[];
}

/** Finds a group by its id or, failing that, by its name. */
function groupBy(groups: readonly Group[], property: "control" | "test", requested: string): Group {
  const found =
    groups.find((group) => group.id === requested) ?? groups.find((group) => group.name === requested);
  if (found) return found;
  const known = groups.map((group) => `'${group.id}'`).join(" | ");
  throw badField(
    property,
    `Unknown group '${requested}'. Expected ${known || "none: the experiment has no groups"}`,
  );
}

/** Returns the control group that the experiment names, else its first group; undefined without groups. */
export const controlOf = ({ groups, controlGroupID }: Experiment): Group | undefined =>
  groups.find((group) => group.id === controlGroupID) ?? groups[0];

/** The groups to compare (API 4.6), or nothing when there is no pair. Choice: `control` and `test` are refused if they name a group that the experiment does not have. */
export function chooseGroups(experiment: Experiment, { control, test }: Overrides): Comparison | undefined {
  const { groups } = experiment;
  const chosen = control === undefined ? controlOf(experiment) : groupBy(groups, "control", control);
  if (test !== undefined && test !== "*") {
    const requested = groupBy(groups, "test", test);
    if (requested === chosen) throw badField("test", "A group cannot be compared with itself");
    return chosen && { control: chosen, tests: [requested] };
  }
  const others = groups.filter((group) => group !== chosen);
  if (!chosen || others.length === 0) return undefined;
  return { control: chosen, tests: test === "*" ? others : others.slice(0, 1) };
}

/** Returns the significance level after the correction for several test groups (statistics 8). */
function significanceLevel(experiment: Experiment, control: Group, confidence: string | undefined): number {
  const level = Number(confidence ?? experiment.defaultConfidenceInterval ?? "95");
  const tests = experiment.groups.filter((group) => group !== control && group.size > 0).length;
  return alphaOf(level, experiment.bonferroniCorrection ? tests : 1);
}

/** Returns the time from which results are read, ms; undefined for the start.
 *  Choice: results since a chosen time leave out the units that were exposed before it, and the planned end stays. */
export function chooseSince(experiment: Experiment, { since }: Overrides, now: number): number | undefined {
  const window = windowOf(experiment, now);
  if (since === undefined || (window && since === window.start)) return undefined;
  if (!window || since < window.start || since > window.end)
    throw badField("since", "Expected a time, in ms, at which the experiment ran");
  return since;
}

/** Exposures and events that count, ms; nothing before the start. Choice: the analysis window ends at the earlier of `endTime` and now. */
export function windowOf(experiment: Experiment, now: number, since?: number): Window | undefined {
  if (typeof experiment.startTime !== "number") return undefined;
  const end = Math.min(experiment.endTime ?? now, now);
  const { id: experimentID, idType, startTime: start } = experiment;
  const window = { experimentID, idType, start, end };
  return since === undefined ? window : { ...window, start: since, leftOutFrom: window.start };
}

/** True while intervals must stay valid under daily looks: until the experiment ends or reaches its target date (statistics 7).
 *  Choice: an experiment without a duration has no target date. */
export function isSequential(experiment: Experiment, now: number): boolean {
  const { sequentialTesting, status, startTime, endTime, duration } = experiment;
  if (!sequentialTesting || status !== "active" || typeof startTime !== "number") return false;
  const target = typeof duration === "number" ? startTime + duration * day : Infinity;
  return now < target && now < (endTime ?? Infinity);
}

/** Returns the method by which the experiment's groups are compared at `now`. */
export const methodOf = (
  experiment: Experiment,
  control: Group,
  { confidence, cuped }: Overrides,
  now: number,
): Method => ({
  alpha: significanceLevel(experiment, control, confidence),
  sequential: isSequential(experiment, now),
  cuped: cuped === undefined ? (experiment.cuped ?? false) : cuped === "true",
});

/** Percentile of the non-zero values at which unit values are capped; null for no cap (statistics 4). */
const winsorizationOf = ({ winsorization }: Experiment): number | null =>
  winsorization === undefined ? 99.9 : winsorization;

const cumulative = (sectionLabel: string, metrics: MetricReference[]): SectionSetting => ({
  sectionLabel,
  charts: [{ chartSource: "experiment", display: "cumulative", metrics }],
});

/** Returns the configured sections, else one each for primary and secondary metrics; sections without metrics are omitted. */
export function sectionsOf(experiment: Experiment): SectionSetting[] {
  if (experiment.sections) return experiment.sections;
  const primary = experiment.primaryMetrics ?? [];
  const secondary = experiment.secondaryMetrics ?? [];
  return [
    ...(primary.length ? [cumulative("Primary metrics", primary)] : []),
    ...(secondary.length ? [cumulative("Secondary metrics", secondary)] : []),
  ];
}

/** Returns every metric that the experiment uses, each once. */
export function scorecard(experiment: Experiment): MetricReference[] {
  const all = [
    ...(experiment.primaryMetrics ?? []),
    ...(experiment.secondaryMetrics ?? []),
    ...sectionsOf(experiment).flatMap((section) => section.charts.flatMap((chart) => chart.metrics ?? [])),
  ];
  return [...new Map(all.map((metric) => [`${metric.name}::${metric.type}`, metric])).values()];
}

/** Returns what has to be measured at `now` for the experiment's charts. */
export const analysisOf = (
  experiment: Experiment,
  metrics: readonly Metric[],
  now: number,
  since?: number,
): Analysis => ({
  window: windowOf(experiment, now, since),
  inputs: metrics.flatMap((metric) => metricInput(metric) ?? []),
  winsorization: winsorizationOf(experiment),
  // The covariate is always measured: the bias check needs it, and a request may ask for CUPED.
  cuped: true,
  dimensions: (experiment.dimensions ?? []).flatMap(({ key, type }): Dimension[] =>
    type === "user" || type === "event" ? [{ key, type }] : [],
  ),
});

/** Returns what has to be measured at `now` for the time series of one metric. */
export const timeSeriesAnalysisOf = (
  experiment: Experiment,
  metric: Metric,
  now: number,
  since?: number,
): TimeSeriesAnalysis => ({
  window: windowOf(experiment, now, since),
  input: metricInput(metric),
  winsorization: winsorizationOf(experiment),
});
