// From unit values to one line of sums per metric, slice and group, capped where the metric is (statistics.md 4, 13).
import type { Reader, Row } from "#service/database/database.ts";
import type { Plan } from "./measure-plan.ts";

export interface SumRow extends Row {
  metric: number;
  slice: number;
  group_number: number;
  n: number;
  mean_x: number;
  mean_y: number;
  squares_x: number;
  squares_y: number;
  products: number;
  nonzero: number;
  /** Of x over all groups; null for metrics that are not capped. */
  most: number | null;
  /** Values of x that are not 0, over all groups. */
  among: number | null;
}

/** Rounding must not lift a whole rank to the next. */
const rankTolerance = 1e-12;

const capped = (value: string) =>
  `case when v.${value} > c.most_${value} then c.most_${value} else v.${value} end`;

/** Sums over units that have a value; those of the user dimension with this number (0 is everyone), or of the values' own slices. */
export function readGroupSums(
  reader: Reader,
  { firstAfterTotals, firstRatio }: Plan,
  {
    dimension,
    slice,
    winsorization,
  }: { dimension: number; slice: "unit" | "value"; winsorization: number | null },
): Promise<SumRow[]> {
  // Never below 0: units without a value count as 0 and are not capped.
  const percentile = (value: string) =>
    `greatest(0, percentile_disc(${(winsorization ?? 100) / 100 - rankTolerance}) within group (order by ${value}) filter (where ${value} <> 0))`;
  const isCapped = winsorization !== null && winsorization < 100;
  return reader.query<SumRow>(
    `with v as not materialized (
       select v.metric, ${slice === "unit" ? "u.slice" : "v.slice"} as slice, u.group_number, v.x, v.y
       from unit_value v join unit_slice u on u.unit_number = v.unit_number
       where u.dimension = ${dimension} and (v.metric < ${firstRatio} or v.y > 0)
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
     select metric, slice, group_number, count(*) as n, regr_avgx(y, x) as mean_x, regr_avgy(y, x) as mean_y,
       regr_sxx(y, x) as squares_x, regr_syy(y, x) as squares_y, regr_sxy(y, x) as products,
       count(*) filter (where y <> 0) as nonzero, max(most_x) as most, max(among) as among
     from capped
     group by metric, slice, group_number`,
  );
}
