// From value frequencies to one line of sums per metric, slice and group, capped where the metric is (statistics.md 4, 13).
import type { Reader } from "#service/database/database.ts";
import type { Plan } from "#service/measures/measure-plan.ts";
import type { SumRow } from "#service/measures/slice-measurements.ts";

/** Rounding must not lift a whole rank to the next. */
const rankTolerance = 1e-12;

/** Narrow ranges of a value, in order: everything below 0 is one, because no cap lies there. */
const rangeOf = (value: string) =>
  `cast(case when ${value} > 0 then floor(ln(${value}) * 64) else -100000 end as integer)`;

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
            select metric, slice, ${rangeOf(value)} as range, sum(units) as units
            from v where metric < ${firstAfterTotals} and ${value} <> 0
            group by 1, 2, 3
          ) as counted
        ) as running
        where ${isReached}
        group by metric, slice
      ) as r on r.metric = v.metric and r.slice = v.slice and r.range = ${rangeOf(`v.${value}`)}
      where v.${value} <> 0
    ) as within
    where ${isReached}
    group by metric, slice`;
}

const capped = (value: "x" | "y") =>
  `case when v.${value} > cap.most_${value} then cap.most_${value} else v.${value} end`;

/** Sums over units that have a value; `slice` says which column of `value_frequency` cuts them. */
export function readFrequencySums(
  reader: Reader,
  plan: Plan,
  { slice, winsorization }: { slice: "slice" | `unit_slice_${number}`; winsorization: number | null },
): Promise<SumRow[]> {
  const capsBy = (value: "x" | "y") =>
    winsorization !== null && winsorization < 100
      ? capsOf(value, plan, winsorization)
      : "select 0 as metric, 0 as slice, 0.0 as most, 0 as among where false";
  // Deviations are added up once the means are known: a plain sum of squares loses everything far away from zero.
  return reader.query<SumRow>(
    `with v as not materialized (
       select metric, ${slice} as slice, group_number, x, y, units from value_frequency where ${slice} is not null
     ),
     cap as materialized (
       select coalesce(x.metric, y.metric) as metric, coalesce(x.slice, y.slice) as slice,
         x.most as most_x, y.most as most_y, x.among
       from (${capsBy("x")}) as x full join (${capsBy("y")}) as y on y.metric = x.metric and y.slice = x.slice
     ),
     capped as not materialized (
       select v.metric, v.slice, v.group_number, v.units, ${capped("x")} as x, ${capped("y")} as y, cap.most_x, cap.among
       from v left join cap on cap.metric = v.metric and cap.slice = v.slice
     ),
     mean as materialized (
       select metric, slice, group_number, sum(units) as n, sum(units * x) / sum(units) as x,
         sum(units * y) / sum(units) as y, sum(case when y <> 0 then units else 0 end) as nonzero,
         max(most_x) as most, max(among) as among
       from capped group by metric, slice, group_number
     )
     select m.metric, m.slice, m.group_number, m.n, m.x as mean_x, m.y as mean_y,
       sum(c.units * (c.x - m.x) * (c.x - m.x)) as squares_x,
       sum(c.units * (c.y - m.y) * (c.y - m.y)) as squares_y,
       sum(c.units * (c.x - m.x) * (c.y - m.y)) as products,
       m.nonzero, m.most, m.among
     from capped c join mean m on m.metric = c.metric and m.slice = c.slice and m.group_number = c.group_number
     group by m.metric, m.slice, m.group_number, m.n, m.x, m.y, m.nonzero, m.most, m.among`,
  );
}
