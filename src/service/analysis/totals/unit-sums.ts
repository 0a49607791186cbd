// Aggregates unit totals into one row of sums per metric, slice and group (statistics 13): first by cell, then cells
// are combined into parts.
import type { Reader } from "#service/database/database.ts";
import type { SumRow } from "#service/analysis/plan/slice-measurements.ts";
import { type Layout, type Pair, sourcesOf } from "./unit-totals.ts";
import { columnsOf, equal } from "./work-table.ts";

const number = (sql: string) => `cast(${sql} as double precision)`;

/** SQL of x and y as they are added up. */
const valuesOf = ({ x, y, measure }: Pair) => ({
  x: measure === "days" ? `${number(x)} / t.unit_days` : number(x),
  y: number(y),
});

/**
 * Engines compute variances from deviations from running means; a plain sum of squares would lose all precision for
 * values far from zero.
 */
const sums = `count(*) as n, avg(x) as mean_x, avg(y) as mean_y, var_pop(x) * count(*) as squares_x,
  var_pop(y) * count(*) as squares_y, covar_pop(y, x) * count(*) as products, count(*) filter (where y <> 0) as nonzero`;

const cellSums = (layout: Layout, grids: number) =>
  layout.pairs.flatMap((pair, place) => {
    const { x, y } = valuesOf(pair);
    const untilTail = `left join tail_start s on s.pair = ${place} and s.source = t.source and s.slice = t.slice`;
    // Units with a denominator of 0 are excluded.
    const takesPart = pair.measure === "ratio" ? `and ${y} > 0` : "";
    const [join, isIn] =
      pair.measure === "total"
        ? [untilTail, `and coalesce(${x} < s.from_x, true) and coalesce(${y} < s.from_y, true)`]
        : ["", takesPart];
    return Array.from(
      { length: grids },
      (_, grid) =>
        `select ${place} as pair, source, slice, cell, ${sums}
         from (
           select t.source, t.slice, t.cell_${grid} as cell, ${x} as x, ${y} as y
           from unit_total t ${join} where t.source in (${sourcesOf(layout, place).join(", ")}) ${isIn}
         ) as v
         group by source, slice, cell`,
    );
  });

const capped = (side: "x" | "y") =>
  `case when t.${side} > c.most_${side} then c.most_${side} else t.${side} end as ${side}`;

interface SourceRow extends SumRow {
  source: number;
  pair: number;
}

const line = ["pair", "source", "slice", "part", "group_number"];

/** Returns sums over the units that have a value, by slice and part. */
export async function readUnitSums(reader: Reader, layout: Layout, grids: number): Promise<SumRow[]> {
  const rows = await reader.query<SourceRow>(
    `with cells as (${cellSums(layout, grids).join(" union all ")}),
     piece as materialized (
       select c.pair, c.source, c.slice, p.part, p.group_number, c.n, c.mean_x, c.mean_y, c.squares_x, c.squares_y, c.products, c.nonzero
       from cells c join cell_part p on p.cell = c.cell
       union all
       select pair, source, slice, part, group_number, ${sums}
       from (
         select t.pair, t.source, t.slice, p.part, p.group_number, ${capped("x")}, ${capped("y")}
         from unit_tail t join cell_part p on p.cell = t.cell
           left join cap c on ${equal("c", "t", ["pair", "source", "slice"])} and c.part = p.part
       ) as tail
       group by pair, source, slice, part, group_number
     ),
     mean as materialized (
       select ${columnsOf("p", line)}, sum(n) as n, sum(n * mean_x) / sum(n) as x, sum(n * mean_y) / sum(n) as y
       from piece p group by ${columnsOf("p", line)}
     ),
     whole as (
       select ${columnsOf("p", line)}, max(m.n) as n, max(m.x) as mean_x, max(m.y) as mean_y, sum(p.nonzero) as nonzero,
         sum(p.squares_x + p.n * (p.mean_x - m.x) * (p.mean_x - m.x)) as squares_x,
         sum(p.squares_y + p.n * (p.mean_y - m.y) * (p.mean_y - m.y)) as squares_y,
         sum(p.products + p.n * (p.mean_x - m.x) * (p.mean_y - m.y)) as products
       from piece p join mean m on ${equal("m", "p", line)}
       group by ${columnsOf("p", line)}
     )
     select w.pair, w.source, w.slice + w.part as slice, w.group_number, w.n, w.mean_x as "meanX", w.mean_y as "meanY",
       w.squares_x as "squaresX", w.squares_y as "squaresY", w.products, w.nonzero, c.most_x as most, c.among
     from whole w left join cap c on ${equal("c", "w", ["pair", "source", "slice", "part"])}`,
  );
  return layout.places.flatMap(({ source, pair }, metric) =>
    rows.filter((row) => row.source === source && row.pair === pair).map((row) => ({ ...row, metric })),
  );
}
