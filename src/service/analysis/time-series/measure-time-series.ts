// One metric day by day: the measurements of analysis/, until the end of each day and for each day since exposure. Comparing
// groups belongs to the experiments.
import { day } from "#service/analysis/totals/assignment.ts";
import { fillEventHits } from "#service/analysis/totals/event-hits.ts";
import { percentileOf, type Analysis } from "#service/analysis/totals/measure-experiment.ts";
import type { Reader } from "#service/database/database.ts";
import { measurementPlan, type MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import type { Measured } from "#service/analysis/plan/measurements.ts";
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { measuredOf, rowsBySlice } from "#service/analysis/plan/slice-measurements.ts";
import { fillDayUnits, readDayUnits, readGroups } from "./day-units.ts";
import { fillDayValues, showSinceExposure, showUntilDays } from "./day-values.ts";
import { readGroupSums } from "./group-sums.ts";
import { seriesDays } from "./series-days.ts";

export interface TimeSeriesAnalysis extends Pick<Analysis, "window" | "winsorization"> {
  /** None for a metric that is not computed: its days hold exposures alone. */
  input: MetricInput | undefined;
}

/** Times are starts of UTC days, ms, from the day of the first exposure to the last of the window; groups are named by id. */
export interface MeasuredTimeSeries {
  /** Newly exposed units, crossovers left out. */
  exposures: { time: number; units: Record<string, number> }[];
  /** The analysis as it stood at the end of the day. */
  cumulative: { time: number; measured: Measured }[];
  /** The n-th day after the day of exposure alone, of the units for which it has begun; without a covariate. */
  daysSinceExposure: { day: number; measured: Measured }[];
}

/** `reader` must keep to one connection (a snapshot or a transaction): the work goes through temporary tables. `onLogRead` is called,
 *  and waited for, when nothing more is read of the log. */
export async function measureTimeSeries(
  reader: Reader,
  { window, input, winsorization }: TimeSeriesAnalysis,
  onLogRead?: () => Promise<void>,
): Promise<MeasuredTimeSeries> {
  // A group's number is its place among the keys, which put whole numbers first.
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
  await fillEventHits(reader, window, plan, { byUnit: true });
  await onLogRead?.();
  await fillDayValues(reader, plan);

  await showUntilDays(reader, plan, days);
  const untilDay = await readMeasured(reader, plan, percentile);
  const cumulative = days.map((time, slice) => ({
    time,
    measured: untilDay(slice, unitsUntil(time)),
  }));

  if (numbers.length > 0) await showSinceExposure(reader, plan, numbers);
  const onDay = await readMeasured(reader, plan, percentile);
  const daysSinceExposure = numbers.map((number, slice) => ({
    day: number,
    measured: onDay(slice, unitsSince(number)),
  }));
  return { exposures, cumulative, daysSinceExposure };
}

/** Finds what was measured in a slice of `unit_value`, given all units of the slice by group id. */
async function readMeasured(reader: Reader, plan: MeasurementPlan, winsorization: number | null) {
  const rows = rowsBySlice(await readGroupSums(reader, plan, { winsorization }), []);
  const kind = plan.firstRatio === 0 ? "ratio" : "mean";
  return (slice: number, units: Record<string, number>): Measured =>
    measuredOf(kind, rows(0, slice), units, winsorization);
}
