// Aggregates unit values into one row of sums per metric, slice and group, with capped values where the metric has a
// cap (statistics 4, 13).
import type { Reader } from "#service/database/database.ts";
import type { MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import type { SumRow } from "#service/analysis/plan/slice-measurements.ts";

/** Keeps rounding errors from raising a whole rank to the next one. */
const rankTolerance = 1e-12;

const capped = (value: string) =>
  `case when v.${value} > c.most_${value} then c.most_${value} else v.${value} end`;

/** Sums over the units that have a row in `unit_value`. */
export function readGroupSums(
  reader: Reader,
  { firstAfterTotals, firstRatio }: MeasurementPlan,
  { winsorization }: { winsorization: number | null },
): Promise<SumRow[]> {
  const percentile = (value: string) =>
    `greatest(0, percentile_disc(${(winsorization ?? 100) / 100 - rankTolerance}) within group (order by ${value}) filter (where ${value} <> 0))`;
  const isCapped = winsorization !== null && winsorization < 100;
  return reader.query<SumRow>(
    `with v as not materialized (
       select v.metric, v.slice, u.group_number, v.x, v.y
       from unit_value v join exposed_unit u on u.unit_number = v.unit_number
       where v.metric < ${firstRatio} or v.y > 0
     ),
     cap as materialized (
       select metric, slice, ${percentile("x")} as most_x, ${percentile("y")} as most_y, count(*) filter (where x <> 0) as among
       from v
       where metric < ${isCapped ? firstAfterTotals : 0}
       group by metric, slice
     ),
     capped as not materialized (
       select v.metric, v.slice, v.group_number, ${capped("x")} as x, ${capped("y")} as y, c.most_x, c.among
       from v left join cap c on c.metric = v.metric and c.slice = v.slice
     )
     select metric, slice, group_number, count(*) as n, regr_avgx(y, x) as "meanX", regr_avgy(y, x) as "meanY",
       regr_sxx(y, x) as "squaresX", regr_syy(y, x) as "squaresY", regr_sxy(y, x) as products,
       count(*) filter (where y <> 0) as nonzero, max(most_x) as most, max(among) as among
     from capped
     group by metric, slice, group_number`,
  );
}
