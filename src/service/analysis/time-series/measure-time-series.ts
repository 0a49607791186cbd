// Measures one metric day by day, as in totals/: cumulatively until the end of each day, and for each day since
// exposure alone. Comparing groups is left to the experiments code.
import { day } from "#service/analysis/totals/assignment.ts";
import { fillEventHits } from "#service/analysis/totals/event-hits.ts";
import { percentileOf, type Analysis } from "#service/analysis/totals/measure-experiment.ts";
import type { Reader } from "#service/database/database.ts";
import { measurementPlan, type MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import type { Measured } from "#service/analysis/plan/measurements.ts";
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { measuredOf, rowsBySlice } from "#service/analysis/plan/slice-measurements.ts";
import { fillDayUnits, readDayUnits, readGroups } from "./day-units.ts";
import { fillDayValues, defineDaySinceExposureView, defineCumulativeView } from "./day-values.ts";
import { readGroupSums } from "./group-sums.ts";
import { seriesDays } from "./series-days.ts";

export interface TimeSeriesAnalysis extends Pick<Analysis, "window" | "winsorization"> {
  /** Undefined for a metric that is not computed; its series then contains only exposures. */
  input: MetricInput | undefined;
}

/** Times are starts of UTC days in ms, from the day of the first exposure to the last day of the window. Keys are group ids. */
export interface MeasuredTimeSeries {
  /** Number of newly exposed units, excluding crossovers. */
  exposures: { time: number; units: Record<string, number> }[];
  /** The measurements as of the end of each day. */
  cumulative: { time: number; measured: Measured }[];
  /** The measurements of the n-th day after the day of exposure alone, over the units that have reached it; without a covariate. */
  daysSinceExposure: { day: number; measured: Measured }[];
}

/**
 * `reader` must use a single connection (a snapshot or a transaction), since the work uses temporary tables.
 * `onLogRead` is called and awaited once the log is no longer read.
 */
export async function measureTimeSeries(
  reader: Reader,
  { window, input, winsorization }: TimeSeriesAnalysis,
  onLogRead?: () => Promise<void>,
): Promise<MeasuredTimeSeries> {
  // A group's number is its index among the object keys, where JavaScript puts integer keys first.
  const groups = Object.keys(
    Object.fromEntries((window ? await readGroups(reader, window) : []).map((group) => [group, 0])),
  );
  if (!window || groups.length === 0) return { exposures: [], cumulative: [], daysSinceExposure: [] };
  await fillDayUnits(reader, window, groups);
  const units = await readDayUnits(reader);
  const { days, numbers, exposures, unitsUntil, unitsSince } = seriesDays(groups, units, window.end);
  if (!input) return { exposures, cumulative: [], daysSinceExposure: [] };

  const hasPast = input.measure !== "ratio" && input.measure !== "funnel";
  const percentile = percentileOf(input, winsorization);
  const plan = measurementPlan([input], {
    dimensions: [],
    hasPast,
    days: Math.floor(window.end / day) - Math.floor(window.start / day) + 1,
  });
  await fillEventHits(reader, window, plan);
  await onLogRead?.();
  await fillDayValues(reader, plan);

  await defineCumulativeView(reader, plan, days);
  const untilDay = await readMeasured(reader, plan, percentile);
  const cumulative = days.map((time, slice) => ({
    time,
    measured: untilDay(slice, unitsUntil(time)),
  }));

  if (numbers.length > 0) await defineDaySinceExposureView(reader, plan, numbers);
  const onDay = await readMeasured(reader, plan, percentile);
  const daysSinceExposure = numbers.map((number, slice) => ({
    day: number,
    measured: onDay(slice, unitsSince(number)),
  }));
  return { exposures, cumulative, daysSinceExposure };
}

/**
 * Returns a function that looks up what was measured in a slice of `unit_value`, given the numbers of all units of the
 * slice by group id.
 */
async function readMeasured(reader: Reader, plan: MeasurementPlan, winsorization: number | null) {
  const rows = rowsBySlice(await readGroupSums(reader, plan, { winsorization }), []);
  const kind = plan.firstRatio === 0 ? "ratio" : "mean";
  return (slice: number, units: Record<string, number>): Measured =>
    measuredOf(kind, rows(0, slice), units, winsorization);
}
