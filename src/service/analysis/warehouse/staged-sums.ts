// Computes the sums of sums-sql.ts when a metric has more values than one worker can sort. Caps come from a histogram
// and are exact, because the values in the bin of a cap are sorted; means and deviations use joins instead of window
// functions.
import { constants, type Dialect } from "./dialect.ts";
import type { StagedColumns } from "./staged-tables.ts";
import { frequentSql, line } from "./sums-sql.ts";

export const valueColumns: StagedColumns = [
  ["metric", "bigint"],
  ["dimension", "bigint"],
  ["slice_value", "text"],
  ["percentile", "bigint"],
  ["group_id", "text"],
  ["x", "double"],
  ["y", "double"],
  ["weight", "double"],
  ["missing", "bigint"],
];

export const capColumns: StagedColumns = [
  ["metric", "bigint"],
  ["dimension", "bigint"],
  ["slice_value", "text"],
  ["most_x", "double"],
  ["most_y", "double"],
  ["among", "double"],
];

const equal = (one: string, other: string, columns: readonly string[]) =>
  columns.map((column) => `${one}.${column} = ${other}.${column}`).join(" and ");

const place = ["metric", "dimension", "slice_value"];

/** SQL of the histogram bin of a value; all negative values share one bin, because a cap is never negative. */
const range = (value: string) =>
  `cast(case when ${value} > 0 then floor(ln(case when ${value} > 0 then ${value} else 1 end) * 8) else -100000 end as bigint)`;

/** SQL of the caps by metric and slice, from staged values. */
export function capsSql(dialect: Dialect, values: string): string {
  const sided = `select ${line}, percentile, side, side_value, ${range("side_value")} as side_range, weight
from (
select v.metric, v.dimension, v.slice_value, v.percentile, v.weight, b.side, case b.side when 0 then v.x else v.y end as side_value
from ${values} v cross join (${constants(dialect, ["side"], [[0], [1]])}) b
where v.percentile < 1000000
) w
where side_value <> 0`;
  const ofSide = `over (partition by ${line}, side`;
  const running = "rows between unbounded preceding and current row)";
  return `select ${line}, max(case when side = 0 then cap end), max(case when side = 1 then cap end), max(case when side = 0 then among end)
from (
select ${line}, side, max(among) as among, min(case when side_value < 0 then 0 else side_value end) as cap
from (
select t.metric, t.dimension, t.slice_value, t.side, t.side_value, r.percentile, r.among, r.before_range,
sum(t.units) over (partition by t.metric, t.dimension, t.slice_value, t.side order by t.side_value ${running} as until_value
from (
select ${line}, side, side_range, side_value, sum(weight) as units
from (
${sided}
) a
group by ${line}, side, side_range, side_value
) t join (
select ${line}, side, side_range, percentile, among, until_range - units as before_range
from (
select ${line}, side, side_range, percentile, units, sum(units) ${ofSide}) as among, sum(units) ${ofSide} order by side_range ${running} as until_range
from (
select ${line}, percentile, side, side_range, sum(weight) as units
from (
${sided}
) b
group by ${line}, percentile, side, side_range
) c
) d
where until_range * 1000000 >= among * percentile and (until_range - units) * 1000000 < among * percentile
) r on ${equal("t", "r", [...place, "side", "side_range"])}
) e
where (before_range + until_value) * 1000000 >= among * percentile
group by ${line}, side
) f
group by ${line}`;
}

/** SQL of the same rows as `sumsSql`, from staged values and their caps. */
export function scaledSumsSql(values: string, caps: string, properties: number): string {
  const below = (side: string) =>
    `case when v.${side} > c.most_${side} then c.most_${side} else v.${side} end as capped_${side}`;
  const capped = `select v.metric, v.dimension, v.slice_value, v.group_id, v.weight, v.missing, ${below("x")}, ${below("y")}, c.most_x, c.among
from ${values} v left join ${caps} c on ${equal("v", "c", place)}`;
  const products = (a: string, b: string) =>
    `sum(o.weight * (o.capped_${a} - m.mean_${a}) * (o.capped_${b} - m.mean_${b}))`;
  const mean = (side: string) => `sum(weight * capped_${side}) / nullif(sum(weight), 0) as mean_${side}`;
  const key = [...place, "group_id"];
  const sums = `select ${key.map((name) => `o.${name}`).join(", ")}, max(m.units) as n, max(m.mean_x) as mean_x, max(m.mean_y) as mean_y,
${products("x", "x")} as squares_x, ${products("y", "y")} as squares_y, ${products("y", "x")} as products,
sum(case when o.capped_y <> 0 then o.weight else 0 end) as nonzero, max(o.most_x) as most, max(o.among) as among, sum(o.missing) as missing
from (
${capped}
) o join (
select ${key.join(", ")}, sum(weight) as units, ${mean("x")}, ${mean("y")}
from (
${capped}
) p
group by ${key.join(", ")}
) m on ${equal("o", "m", key)}
group by ${key.map((name) => `o.${name}`).join(", ")}`;
  return frequentSql(sums, properties);
}
