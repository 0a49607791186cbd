// From value frequencies to one line of sums per metric, slice and group, capped where the metric is (statistics.md 4, 13).
import type { Reader } from "#service/database/database.ts";
import type { Plan } from "#service/measures/measure-plan.ts";
import type { SumRow } from "#service/measures/slice-measurements.ts";

/** Rounding must not lift a whole rank to the next. */
const rankTolerance = 1e-12;

/** By metric and slice the value at the percentile of those that are not 0; never below 0, because units without events count as 0. */
const capsOf = (value: "x" | "y", { firstAfterTotals }: Plan, winsorization: number) => `
  select metric, slice, greatest(0, min(${value})) as most, max(among) as among
  from (
    select metric, slice, ${value}, sum(units) over (partition by metric, slice order by ${value}) as until,
      sum(units) over (partition by metric, slice) as among
    from (
      select metric, slice, ${value}, cast(sum(units) as double precision) as units
      from v where metric < ${firstAfterTotals} and ${value} <> 0
      group by metric, slice, ${value}
    ) as counted
  ) as ranked
  where until >= among * ${winsorization / 100 - rankTolerance}
  group by metric, slice`;

const capped = (value: "x" | "y") =>
  `case when v.${value} > c${value}.most then c${value}.most else v.${value} end`;

/** Sums over units that have a value; `slice` says which column of `value_frequency` cuts them. */
export function readFrequencySums(
  reader: Reader,
  plan: Plan,
  { slice, winsorization }: { slice: "slice" | `unit_slice_${number}`; winsorization: number | null },
): Promise<SumRow[]> {
  const isCapped = winsorization !== null && winsorization < 100 && plan.firstAfterTotals > 0;
  const nothing = "select 0 as metric, 0 as slice, 0.0 as most, 0.0 as among where false";
  const capsBy = (value: "x" | "y") => (isCapped ? capsOf(value, plan, winsorization) : nothing);
  // Two passes, deviations after the means: a plain sum of squares loses everything far away from zero.
  return reader.query<SumRow>(
    `with v as not materialized (
       select metric, ${slice} as slice, group_number, x, y, units from value_frequency where ${slice} is not null
     ),
     cap_x as materialized (${capsBy("x")}),
     cap_y as materialized (${capsBy("y")}),
     capped as not materialized (
       select v.metric, v.slice, v.group_number, v.units, ${capped("x")} as x, ${capped("y")} as y, cx.most, cx.among
       from v
         left join cap_x cx on cx.metric = v.metric and cx.slice = v.slice
         left join cap_y cy on cy.metric = v.metric and cy.slice = v.slice
     ),
     means as materialized (
       select metric, slice, group_number, sum(units) as n, sum(units * x) / sum(units) as mean_x,
         sum(units * y) / sum(units) as mean_y, sum(case when y <> 0 then units else 0 end) as nonzero,
         max(most) as most, max(among) as among
       from capped group by metric, slice, group_number
     )
     select m.metric, m.slice, m.group_number, max(m.n) as n, max(m.mean_x) as mean_x, max(m.mean_y) as mean_y,
       sum(c.units * (c.x - m.mean_x) * (c.x - m.mean_x)) as squares_x,
       sum(c.units * (c.y - m.mean_y) * (c.y - m.mean_y)) as squares_y,
       sum(c.units * (c.x - m.mean_x) * (c.y - m.mean_y)) as products,
       max(m.nonzero) as nonzero, max(m.most) as most, max(m.among) as among
     from capped c join means m on m.metric = c.metric and m.slice = c.slice and m.group_number = c.group_number
     group by m.metric, m.slice, m.group_number`,
  );
}
