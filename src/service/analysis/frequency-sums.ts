// From value frequencies to one line of sums per metric, slice and group, capped where the metric is (statistics.md 4, 13).
import type { Reader } from "#service/database/database.ts";
import type { Plan } from "#service/measures/measure-plan.ts";
import type { SumRow } from "#service/measures/slice-measurements.ts";

/** Rounding must not lift a whole rank to the next. */
const rankTolerance = 1e-12;

/** By metric and slice the value at the percentile of those that are not 0; never below 0, because units without events count as 0.
 *  First the range that it lies in: to put all values in order would take most of the time. */
function capsOf(value: "x" | "y", { firstAfterTotals }: Plan, winsorization: number): string {
  const isReached = `until >= among * ${winsorization / 100 - rankTolerance}`;
  return `
    select metric, slice, greatest(0, min(${value})) as most, max(among) as among
    from (
      select v.metric, v.slice, v.${value}, r.among,
        r.before + sum(v.units) over (partition by v.metric, v.slice order by v.${value}) as until
      from v join (
        select metric, slice, min(range) as range, min(until - units) as before, max(among) as among
        from (
          select metric, slice, range, units, sum(units) over (partition by metric, slice order by range) as until,
            sum(units) over (partition by metric, slice) as among
          from (
            select metric, slice, range_${value} as range, sum(units) as units
            from v where metric < ${firstAfterTotals} and ${value} <> 0
            group by metric, slice, range_${value}
          ) as counted
        ) as running
        where ${isReached}
        group by metric, slice
      ) as r on r.metric = v.metric and r.slice = v.slice and r.range = v.range_${value}
      where v.metric < ${firstAfterTotals} and v.${value} <> 0
    ) as within
    where ${isReached}
    group by metric, slice`;
}

const capped = (value: "x" | "y", caps: string) =>
  `case when v.${value} > ${caps}.most_${value} then ${caps}.most_${value} else v.${value} end`;

/** Slices of the n-th column are numbered from n times this on. */
export const slicesApart = 1000;

/** Sums over units that have a value; `columns` of `value_frequency` each cut them into slices. */
export function readFrequencySums(
  reader: Reader,
  plan: Plan,
  { columns, winsorization }: { columns: readonly string[]; winsorization: number | null },
): Promise<SumRow[]> {
  const slices = columns.map(
    (column, place) =>
      `select metric, ${place * slicesApart} + ${column} as slice, group_number, x, y, range_x, range_y, units
       from value_frequency where ${column} is not null`,
  );
  const capsBy = (value: "x" | "y") =>
    winsorization !== null && winsorization < 100
      ? capsOf(value, plan, winsorization)
      : "select 0 as metric, 0 as slice, 0.0 as most, 0 as among where false";
  // Deviations are added up once the means are known: a plain sum of squares loses everything far away from zero.
  return reader.query<SumRow>(
    `with v as not materialized (${slices.join(" union all ")}),
     cap as materialized (
       select coalesce(x.metric, y.metric) as metric, coalesce(x.slice, y.slice) as slice,
         x.most as most_x, y.most as most_y, x.among
       from (${capsBy("x")}) as x full join (${capsBy("y")}) as y on y.metric = x.metric and y.slice = x.slice
     ),
     mean as materialized (
       select metric, slice, group_number, sum(units) as n, sum(units * x) / sum(units) as x,
         sum(units * y) / sum(units) as y, sum(case when y <> 0 then units else 0 end) as nonzero,
         max(most_x) as most_x, max(most_y) as most_y, max(among) as among
       from (
         select v.metric, v.slice, v.group_number, v.units, ${capped("x", "cap")} as x, ${capped("y", "cap")} as y,
           cap.most_x, cap.most_y, cap.among
         from v left join cap on cap.metric = v.metric and cap.slice = v.slice
       ) as capped
       group by metric, slice, group_number
     ),
     spread as (
       select metric, slice, group_number, sum(units * x * x) as squares_x, sum(units * y * y) as squares_y,
         sum(units * x * y) as products
       from (
         select v.metric, v.slice, v.group_number, v.units, ${capped("x", "m")} - m.x as x, ${capped("y", "m")} - m.y as y
         from v join mean m on m.metric = v.metric and m.slice = v.slice and m.group_number = v.group_number
       ) as deviation
       group by metric, slice, group_number
     )
     select m.metric, m.slice, m.group_number, m.n, m.x as mean_x, m.y as mean_y,
       s.squares_x, s.squares_y, s.products, m.nonzero, m.most_x as most, m.among
     from mean m join spread s on s.metric = m.metric and s.slice = m.slice and s.group_number = m.group_number`,
  );
}
