// Measures time series from the tables of a warehouse, or from staged days. Returns the same days as
// measure-time-series.ts does from the log.
import { measurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import type { Measured } from "#service/analysis/plan/measurements.ts";
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { measuredOf } from "#service/analysis/plan/slice-measurements.ts";
import type {
  MeasuredTimeSeries,
  TimeSeriesAnalysis,
} from "#service/analysis/time-series/measure-time-series.ts";
import { seriesDays, type DayUnits } from "#service/analysis/time-series/series-days.ts";
import { kindOf, percentileOf } from "#service/analysis/totals/measure-experiment.ts";
import type { Window } from "#service/analysis/totals/assignment.ts";
import { enteredSql } from "./assignment-sql.ts";
import type { Dialect } from "./dialect.ts";
import { eventTexts, isMeasurable, metricGroups } from "./measurement-statements.ts";
import { rowsBySlice } from "./read-measurements.ts";
import { numberAt, textAt, type Run, type WarehouseRows } from "./run.ts";
import { dayUnitsSql, seriesSql, seriesUnitsSql } from "./series-sql.ts";
import { dayMs } from "./source-bounds.ts";
import type { WarehouseSources } from "./source-tables.ts";
import type { StagedDays } from "./measure-staged.ts";
import { isCapped, planOfMetric, statementPlan, type StatementPlan } from "./statement-plan.ts";
import { sumsSql } from "./sums-sql.ts";

/** Returns the ids of all groups in which a unit was seen, in the order of their numbers, and units by day. */
function readDayUnits(rows: WarehouseRows): { groups: string[]; units: DayUnits[] } {
  const ids = rows.map((row) => textAt(row, "group_id")).sort();
  // A group's number is its index among the object keys, where JavaScript puts integer keys first.
  const groups = Object.keys(Object.fromEntries(ids.map((group) => [group, 0])));
  const units = rows
    .filter((row) => numberAt(row, "place") === 1)
    .map((row) => ({
      groupNumber: groups.indexOf(textAt(row, "group_id")) + 1,
      firstDay: numberAt(row, "first_day"),
      crossedDay: numberAt(row, "crossed_day"),
      units: numberAt(row, "units"),
    }));
  return { groups, units };
}

/** The rows from which a metric is measured day by day, and the metric's number in their plan. */
interface MetricEvents {
  plan: StatementPlan;
  metric: number;
  events: readonly string[];
  tag: string;
  isStaged: boolean;
}

const hasPast = ({ measure }: MetricInput) => measure !== "ratio" && measure !== "funnel";

/** Reads only the metric's own rows from staged days that several metrics share. */
function stagedMetric(input: MetricInput, staged: readonly StagedDays[]): MetricEvents | undefined {
  for (const { plan, events } of staged) {
    const metric = plan.plan.metrics.findIndex(({ id }) => id === input.id);
    if (metric < 0) continue;
    const own = planOfMetric(plan, metric, hasPast(input));
    const targets = [...new Set(own.targets.map(({ target }) => target))].join(", ");
    const some = events.map((text) => `select s.* from (\n${text}\n) s where s.event_target in (${targets})`);
    return { plan: own, metric, events: some, tag: "staged days", isStaged: true };
  }
  return undefined;
}

function loggedMetric(
  dialect: Dialect,
  sources: WarehouseSources,
  { window, input, winsorization }: { window: Window; input: MetricInput; winsorization: number | null },
): MetricEvents {
  const plan = measurementPlan([input], {
    dimensions: [],
    hasPast: hasPast(input),
    days: Math.floor(window.end / dayMs) - Math.floor(window.start / dayMs) + 1,
  });
  const own = planOfMetric(statementPlan(plan, winsorization), 0, hasPast(input));
  const tables = metricGroups([input], sources).flatMap((group) => group.tables);
  const events = eventTexts(dialect, sources, { plan: own, tables, window });
  return { plan: own, metric: 0, events, tag: tables.map(({ name }) => name).join(", "), isStaged: false };
}

/**
 * Runs two statements: the first reads units by day, which determines the days of the series; the second measures the
 * metric on each of them.
 */
export async function measureSeriesInWarehouse(
  run: Run,
  dialect: Dialect,
  sources: WarehouseSources,
  { window, input, winsorization }: TimeSeriesAnalysis,
  staged: readonly StagedDays[] = [],
): Promise<MeasuredTimeSeries> {
  if (!window) return { exposures: [], cumulative: [], daysSinceExposure: [] };
  const entered = enteredSql(sources.assignment, window, dialect);
  const { groups, units } = readDayUnits(await run(dayUnitsSql(entered), sources.assignment.name));
  if (groups.length === 0) return { exposures: [], cumulative: [], daysSinceExposure: [] };
  const series = seriesDays(groups, units, window.end);
  if (!input || !isMeasurable(input, sources))
    return { exposures: series.exposures, cumulative: [], daysSinceExposure: [] };

  const { plan, metric, events, tag, isStaged } =
    stagedMetric(input, staged) ?? loggedMetric(dialect, sources, { window, input, winsorization });
  const values = seriesSql(
    {
      plan,
      units: seriesUnitsSql(entered),
      events,
      properties: ["crossed_day"],
      isStaged,
      slices: undefined,
      end: window.end,
      dialect,
    },
    series,
  );
  const text = sumsSql(values, { properties: 0, isCapped: isCapped(plan), dialect });
  const find = rowsBySlice(await run(text, tag), groups);
  const percentile = percentileOf(input, winsorization);
  const measured = (dimension: number, place: number, of: Record<string, number>): Measured =>
    measuredOf(kindOf(input), find(metric, dimension, String(place)), of, percentile);
  return {
    exposures: series.exposures,
    cumulative: series.days.map((time, place) => ({
      time,
      measured: measured(0, place, series.unitsUntil(time)),
    })),
    daysSinceExposure: series.numbers.map((day, place) => ({
      day,
      measured: measured(1, place, series.unitsSince(day)),
    })),
  };
}
