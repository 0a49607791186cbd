// Aggregates unit values into one row of sums per metric, slice and group, with capped values where the metric has a
// cap (statistics 4, 13). Equal values are combined first; deviations are from the means, because a plain sum of
// squares loses all precision far from zero.
import { constants, type Dialect } from "./dialect.ts";

/** Maximum number of values of a property that become slices, the most frequent first; more would be unreadable. */
const mostValues = 100;

export const line = "metric, dimension, slice_value";
const of = (key: string, more = "") => `over (partition by ${key}${more})`;

/** SQL that repeats every unit: once for the whole, and once for the slice of each property that it has. */
export function slicedSql(values: string, properties: readonly string[], dialect: Dialect): string {
  const own = properties.map((name, index) => ({ name, dimension: index + 1 }));
  const cases = own.map(({ name, dimension }) => `when ${dimension} then ${name}`).join(" ");
  const ofCut = `case when metric = -5 then ${dialect.text("first_day")} when cut > 0 then ${dialect.text("slice")} else '' end`;
  const isIn = own.map(({ name, dimension }) => `when ${dimension} then ${name} is not null`).join(" ");
  const rows = `select metric, percentile, group_id, x, y, weight, missing,
case when d.dimension = 0 and cut > 0 then cut + ${own.length} else d.dimension end as dimension,
${cases ? `case d.dimension ${cases} else ${ofCut} end` : ofCut} as slice_value
from (
${values}
) v cross join (${constants(dialect, ["dimension"], [[0], ...own.map(({ dimension }) => [dimension])])}) d
where (cut = 0 or metric >= 0) and (d.dimension = 0${cases ? ` or (cut = 0 and metric >= -1 and case d.dimension ${isIn} else false end)` : ""})`;
  return `select ${line}, percentile, group_id, x, y, cast(sum(weight) as ${dialect.double}) as weight, sum(missing) as missing
from (
${rows}
) s
group by ${line}, percentile, group_id, x, y`;
}

/** SQL that reduces x and y to their caps, and adds the cap of x and the number of values that it was determined from. */
function cappedSql(rows: string, isCapped: boolean, { double }: Dialect): string {
  const kept = `${line}, group_id, weight, missing`;
  if (!isCapped)
    return `select ${kept}, x as capped_x, y as capped_y, cast(null as ${double}) as most, cast(null as ${double}) as among\nfrom (\n${rows}\n) r`;
  const nonzero = (side: string) => `sum(case when ${side} <> 0 then weight else 0 end)`;
  const until = (side: string) =>
    of(line, ` order by ${side} rows between unbounded preceding and current row`);
  const cap = (side: string) =>
    `min(case when percentile < 1000000 and until_${side} * 1000000 >= among_${side} * percentile then case when ${side} < 0 then 0 else ${side} end end) ${of(line)} as most_${side}`;
  const below = (side: string) =>
    `case when ${side} > most_${side} then most_${side} else ${side} end as capped_${side}`;
  const sides = ["x", "y"];
  return `select ${kept}, ${sides.map(below).join(", ")}, most_x as most, among_x as among
from (
select ${kept}, x, y, among_x, ${sides.map(cap).join(", ")}
from (
select ${kept}, percentile, x, y,
${sides.map((side) => `${nonzero(side)} ${of(line)} as among_${side}, ${nonzero(side)} ${until(side)} as until_${side}`).join(",\n")}
from (
${rows}
) r
) a
) c`;
}

/**
 * From values of units in slices (the first dimensions are the properties): SQL of rows of metric, dimension,
 * slice_value, group_id, n, mean_x, mean_y, squares_x, squares_y, products, nonzero, most, among and missing.
 */
export function sumsSql(
  sliced: string,
  { properties, isCapped, dialect }: { properties: number; isCapped: boolean; dialect: Dialect },
): string {
  const ofGroup = of(`${line}, group_id`);
  const mean = (side: string) =>
    `sum(weight * capped_${side}) ${ofGroup} / nullif(sum(weight) ${ofGroup}, 0) as mean_${side}`;
  const products = (a: string, b: string) =>
    `sum(weight * (capped_${a} - mean_${a}) * (capped_${b} - mean_${b}))`;
  const sums = `select ${line}, group_id, sum(weight) as n, max(mean_x) as mean_x, max(mean_y) as mean_y,
${products("x", "x")} as squares_x, ${products("y", "y")} as squares_y, ${products("y", "x")} as products,
sum(case when capped_y <> 0 then weight else 0 end) as nonzero, max(most) as most, max(among) as among, sum(missing) as missing
from (
select ${line}, group_id, weight, missing, capped_x, capped_y, most, among, ${mean("x")}, ${mean("y")}
from (
${cappedSql(sliced, isCapped, dialect)}
) v
) w
group by ${line}, group_id`;
  return frequentSql(sums, properties);
}

/** SQL that keeps only the most frequent values of each property. */
export function frequentSql(sums: string, properties: number): string {
  if (properties === 0) return sums;
  const columns = `${line}, group_id, n, mean_x, mean_y, squares_x, squares_y, products, nonzero, most, among, missing`;
  return `select ${columns}
from (
select ${columns}, dense_rank() ${of("dimension", " order by units desc, slice_value")} as place
from (
select ${columns}, sum(case when metric = -1 then n else 0 end) ${of("dimension, slice_value")} as units
from (
${sums}
) q
) r
) z
where place <= ${mostValues} or dimension < 1 or dimension > ${properties}`;
}
