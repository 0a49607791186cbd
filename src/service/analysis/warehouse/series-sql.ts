// SQL of one metric day by day: from unit days to cumulative sums at the end of each day, and to sums of each day since exposure.
import { pastDays } from "#service/analysis/plan/measurement-plan.ts";
import { never } from "#service/analysis/time-series/series-days.ts";
import { constants } from "./dialect.ts";
import { dayMs } from "./source-bounds.ts";
import { kinds } from "./statement-plan.ts";
import { daysSql, metricTotalsSql, type TotalsInput } from "./totals-sql.ts";

/**
 * SQL of units by day: group_id, place, first_day, crossed_day and units. Groups other than a unit's first only
 * contribute their id, with place 2.
 */
export const dayUnitsSql = (entered: string) =>
  `select group_id, place, first_day, crossed_day, count(*) as units
from (
select group_id, case when entry = 1 then 1 else 2 end as place, case when entry = 1 then unit_day else 0 end as first_day,
case when entry = 1 then next_day else 0 end as crossed_day
from (
${entered}
) f
) u
group by group_id, place, first_day, crossed_day`;

/** SQL of the units of `enteredSql` in the form of an analysis, where a unit belongs to its first group. */
export const seriesUnitsSql = (entered: string) =>
  `select unit_id, group_id, exposed, unit_day as first_day, next_day as crossed_day, 0 as exposures, 0 as state
from (
${entered}
) f
where entry = 1`;

/**
 * Dimension 0 is cumulative until the end of a day, dimension 1 is a day since exposure; the slice is the index of that
 * day in its list.
 */
export function seriesSql(
  input: TotalsInput,
  { days, numbers }: { days: readonly number[]; numbers: readonly number[] },
): string {
  const { plan, dialect } = input;
  const double = (sql: string) => `cast(${sql} as ${dialect.double})`;
  // Events before exposure count from the day of exposure on.
  const onDays = `select d.*, case when day < first_day then first_day else day end as on_day
from (
${daysSql({ ...input, properties: ["crossed_day"] })}
) d`;
  const byDay = "over (partition by unit_id order by on_day";
  const until = (side: string) =>
    `sum(total_${side}) ${byDay} rows between unbounded preceding and current row) as until_${side}`;
  const moments = [
    ...days.map((time, place) => [0, place, time]),
    ...numbers.map((number, place) => [1, place, number * dayMs]),
  ];
  const isUser = `kind = ${kinds.users}`;
  const unitDays = `(${double("moment_ms - first_day")} / ${dayMs} + 1)`;
  const isUntil = "dimension = 0";
  const y = plan.plan.hasPast ? double("0") : "total_y";
  const takesPart = `(kind <> ${kinds.ratio} or case when ${isUntil} then until_y else total_y end > 0)`;
  return `select metric, dimension, slice_value, percentile, group_id, x, y, ${double("count(*)")} as weight, 0 as missing
from (
select metric, dimension, ${dialect.text("place")} as slice_value, percentile, group_id,
case when ${isUntil} then case when ${isUser} and until_x > 1 then 1 when kind = ${kinds.days} then until_x / ${unitDays} else until_x end
when ${isUser} and total_x > 1 then 1 else total_x end as x,
case when ${isUntil} then case when ${isUser} and until_y > 1 then 1 when kind = ${kinds.days} then until_y / ${pastDays} else until_y end else ${y} end as y
from (
select r.*, k.dimension, k.place, k.moment_ms
from (
select m.*, ${until("x")}, ${until("y")}, lead(on_day) ${byDay}) as next_day
from (
${metricTotalsSql(onDays, input, ["crossed_day", "on_day"])}
) m
where metric >= 0
) r cross join (${constants(dialect, ["dimension", "place", "moment_ms"], moments)}) k
) s
where ${takesPart} and ((${isUntil} and on_day <= moment_ms and (next_day is null or next_day > moment_ms) and crossed_day > moment_ms)
or (dimension = 1 and on_day - first_day = moment_ms and crossed_day = ${never}))
) v
group by metric, dimension, slice_value, percentile, group_id, x, y`;
}
