// Compares two groups on one metric day by day, from its measured days. Pure: makes no queries.
import type { TimeSeries } from "#contract/time-series.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { Metric } from "#contract/metric.ts";
import type { Measured } from "#service/analysis/plan/measurements.ts";
import type { MeasuredTimeSeries } from "#service/analysis/time-series/measure-time-series.ts";
import { badField } from "#service/http/errors.ts";
import { chooseGroups, methodOf, type Overrides } from "./analysis-settings.ts";
import { compareGroups } from "./compare-groups.ts";

/** Finds a stored metric by its id or name, and by its type if the name is ambiguous. */
export function chooseMetric(
  metrics: readonly Metric[],
  { metric: requested, metricType }: { metric: string; metricType?: string | undefined },
): Metric {
  const named = metrics.filter(({ id, name }) => id === requested || name === requested);
  if (named.length === 0) throw badField("metric", `Unknown metric '${requested}'`);
  const [found, second] = named.filter(({ type }) => metricType === undefined || type === metricType);
  if (found && !second) return found;
  const types = named.map(({ type }) => `'${type}'`).join(" | ");
  const problem = found
    ? `Several metrics are named '${requested}'`
    : `Unknown type of metric '${requested}'`;
  throw badField("metricType", `${problem}. Expected ${types}`);
}

/** Returns one test group and the control; rejects several test groups. */
export function choosePair(experiment: Experiment, overrides: Overrides) {
  if (overrides.test === "*") throw badField("test", "Days are compared for one test group at a time");
  const chosen = chooseGroups(experiment, overrides);
  const [test] = chosen?.tests ?? [];
  if (!chosen || !test) throw badField("test", "The experiment has no two groups to compare");
  return { control: chosen.control, test };
}

export function timeSeries(
  experiment: Experiment,
  { id, name, directionality }: Metric,
  { exposures, cumulative, daysSinceExposure }: MeasuredTimeSeries,
  overrides: Overrides,
  now: number,
): TimeSeries {
  const { control, test } = choosePair(experiment, overrides);
  const method = methodOf(experiment, control, overrides, now);
  const compared = (measured: Measured) =>
    compareGroups(measured, { control: control.id, test: test.id }, method);
  return {
    experimentID: experiment.id,
    metricID: id,
    metricName: name,
    directionality,
    control: control.name,
    test: test.name,
    cuped: method.cuped,
    sequentialTesting: method.sequential,
    significanceLevel: method.alpha,
    exposures,
    cumulative: cumulative.map(({ time, measured }) => ({ ...compared(measured), time })),
    daysSinceExposure: daysSinceExposure.map(({ day, measured }) => ({ ...compared(measured), day })),
  };
}
