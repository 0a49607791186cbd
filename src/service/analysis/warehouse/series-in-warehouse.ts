// The other door to time series: the same days as measure-time-series.ts gives of the log, from the tables of a warehouse.
import { measurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import type { Measured } from "#service/analysis/plan/measurements.ts";
import { measuredOf } from "#service/analysis/plan/slice-measurements.ts";
import type {
  MeasuredTimeSeries,
  TimeSeriesAnalysis,
} from "#service/analysis/time-series/measure-time-series.ts";
import { seriesDays, type DayUnits } from "#service/analysis/time-series/series-days.ts";
import { kindOf, percentileOf } from "#service/analysis/totals/measure-experiment.ts";
import { enteredSql } from "./assignment-sql.ts";
import type { Dialect } from "./dialect.ts";
import { eventTexts, isMeasurable, metricGroups } from "./measurement-statements.ts";
import { rowsBySlice } from "./read-measurements.ts";
import { numberAt, textAt, type Run, type WarehouseRows } from "./run.ts";
import { dayUnitsSql, seriesSql, seriesUnitsSql } from "./series-sql.ts";
import { dayMs } from "./source-bounds.ts";
import type { WarehouseSources } from "./source-tables.ts";
import { isCapped, statementPlan } from "./statement-plan.ts";
import { sumsSql } from "./sums-sql.ts";

/** Ids of all groups that a unit was seen in, in the order of their numbers, and units by day. */
function readDayUnits(rows: WarehouseRows): { groups: string[]; units: DayUnits[] } {
  const ids = rows.map((row) => textAt(row, "group_id")).sort();
  // A group's number is its place among the keys, which put whole numbers first.
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

/** Two statements: the days of the units, which say what days there are, then the metric on each of them. */
export async function measureSeriesInWarehouse(
  run: Run,
  dialect: Dialect,
  sources: WarehouseSources,
  { window, input, winsorization }: TimeSeriesAnalysis,
): Promise<MeasuredTimeSeries> {
  if (!window) return { exposures: [], cumulative: [], daysSinceExposure: [] };
  const entered = enteredSql(sources.assignment, window, dialect);
  const { groups, units } = readDayUnits(await run(dayUnitsSql(entered), sources.assignment.name));
  if (groups.length === 0) return { exposures: [], cumulative: [], daysSinceExposure: [] };
  const series = seriesDays(groups, units, window.end);
  if (!input || !isMeasurable(input, sources))
    return { exposures: series.exposures, cumulative: [], daysSinceExposure: [] };

  const plan = measurementPlan([input], {
    dimensions: [],
    hasPast: input.measure !== "ratio" && input.measure !== "funnel",
    days: Math.floor(window.end / dayMs) - Math.floor(window.start / dayMs) + 1,
  });
  // A unit's value stands from day to day, so that it matters on which an event was.
  const statement = { ...statementPlan(plan, winsorization), hasDays: true };
  const tables = metricGroups([input], sources).flatMap((group) => group.tables);
  const values = seriesSql(
    {
      plan: statement,
      units: seriesUnitsSql(entered),
      events: eventTexts(dialect, sources, { plan: statement, tables, window }),
      properties: ["crossed_day"],
      isStaged: false,
      slices: undefined,
      end: window.end,
      dialect,
    },
    series,
  );
  const text = sumsSql(values, { properties: 0, isCapped: isCapped(statement), dialect });
  const find = rowsBySlice(await run(text, tables.map(({ name }) => name).join(", ")), groups);
  const percentile = percentileOf(input, winsorization);
  const measured = (dimension: number, place: number, of: Record<string, number>): Measured =>
    measuredOf(kindOf(input), find(0, dimension, String(place)), of, percentile);
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
