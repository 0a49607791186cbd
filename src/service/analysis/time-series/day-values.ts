// Unit values of one metric by day: of each day alone, and cumulative. A unit's cumulative value stays the same until
// its next day with events.
import { day } from "#service/analysis/totals/assignment.ts";
import { unitTotalsSql } from "#service/analysis/totals/unit-totals.ts";
import { numberRows, workTable } from "#service/analysis/totals/work-table.ts";
import type { Reader } from "#service/database/database.ts";
import type { MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import { never } from "./series-days.ts";

/** The slice is the number of days since the day of exposure; all earlier days are slice -1. */
const dayNumber = `greatest(h.day, -1)`;

const countsDays = ({ metrics }: MeasurementPlan) => metrics[0]?.measure === "days";
const countsUsers = ({ metrics }: MeasurementPlan) => metrics[0]?.measure === "users";

/** SQL of a unit's cumulative value over several days. */
function untilSql(plan: MeasurementPlan) {
  if (countsUsers(plan)) return "least(v.sum_x, 1)";
  return countsDays(plan) ? `v.sum_x / ((c.day - v.first_day) / ${day} + 1)` : "v.sum_x";
}

/**
 * Fills `day_value` from the hits: x and y of a unit on one day, and their cumulative sums, which hold until
 * `next_day`. The covariate is not tied to a day: it counts from the day of exposure on.
 */
export async function fillDayValues(reader: Reader, plan: MeasurementPlan) {
  await workTable(
    reader,
    "day_value",
    `unit_number integer, first_day bigint, crossed_day bigint, day bigint, next_day bigint,
     x double precision, y double precision, sum_x double precision, sum_y double precision`,
  );
  // A day with an event counts as 1 here; its share of all days is computed when days are accumulated.
  const x = countsDays(plan) ? "case when t.x > 0 then 1 else 0 end" : "t.x";
  await reader.query(
    `insert into day_value
     with v as (
       select t.unit_number, greatest(t.slice, 0) as number, cast(sum(${x}) as double precision) as x,
         cast(sum(t.y) as double precision) as y
       from (${unitTotalsSql(plan, dayNumber)}) as t
       group by 1, 2
     ),
     dated as (
       select u.unit_number, u.first_day, u.crossed_day, u.first_day + v.number * ${day}::bigint as day, v.x, v.y
       from v join exposed_unit u on u.unit_number = v.unit_number
     )
     select unit_number, first_day, crossed_day, day, least(lead(day) over by_day, crossed_day), x, y,
       sum(x) over by_day, sum(y) over by_day
     from dated
     window by_day as (partition by unit_number order by day)`,
  );
  await reader.query("analyze day_value");
}

/** Defines the view `unit_value` as the cumulative values at the end of each day; the slice is the index in `days`. */
export async function defineCumulativeView(reader: Reader, plan: MeasurementPlan, days: readonly number[]) {
  await show(
    reader,
    `with until (slice, day) as (${numberRows(days.map((time, slice) => [slice, time]))})
     select 0 as metric, c.slice, v.unit_number, ${untilSql(plan)} as x, v.sum_y as y
     from day_value v join until c on v.day <= c.day and v.next_day > c.day`,
  );
}

/**
 * Defines the view `unit_value` as the values of the n-th day after exposure alone, without a covariate; the slice is
 * the index in `numbers`.
 */
export async function defineDaySinceExposureView(
  reader: Reader,
  plan: MeasurementPlan,
  numbers: readonly number[],
) {
  const lengths = numbers.map((number, slice) => [slice, number * day]);
  await show(
    reader,
    `with since (slice, length) as (${numberRows(lengths)})
     select 0 as metric, s.slice, v.unit_number, v.x, ${plan.hasPast ? "cast(0 as double precision)" : "v.y"} as y
     from day_value v join since s on s.length = v.day - v.first_day
     where v.crossed_day = ${never}`,
  );
}

async function show(reader: Reader, rows: string) {
  await reader.query("drop view if exists unit_value");
  await reader.query(`create temp view unit_value as ${rows}`);
}
