// Computes the caps of totals in each part and slice (statistics 4). Few values are near a cap: these are copied to a
// tail table; all other values are below the caps of all parts that they belong to.
import type { Reader } from "#service/database/database.ts";
import { isCount, type Layout, sourcesOf } from "./unit-totals.ts";
import { columnsOf, equal, workTable } from "./work-table.ts";

/** Keeps rounding errors from raising a whole rank to the next one. */
const rankTolerance = 1e-12;

/**
 * SQL of the histogram bin of a value, by which its percentile is found without sorting all values: a count itself, the
 * logarithm of other numbers. All negative values share one bin, because a cap is never negative.
 */
const rangeOf = (value: string, isCount: boolean) =>
  isCount
    ? `cast(least(${value}, 32000) as smallint)`
    : `cast(case when ${value} > 0 then greatest(-32000, least(32000, floor(ln(cast(${value} as double precision)) * 8))) else -32001 end as smallint)`;

const sides = ["x", "y"] as const;
const value = ["pair", "side", "source", "slice"];

/** Returns the percentiles of the pairs that are capped, by pair number. */
function cappedPairs({ pairs }: Layout, winsorization: number | null): ReadonlyMap<number, number> {
  return new Map(
    pairs.flatMap(({ measure, winsorization: own }, pair) => {
      const percentile = own === undefined ? winsorization : own;
      return measure === "total" && percentile !== null && percentile < 100
        ? [[pair, percentile] as const]
        : [];
    }),
  );
}

/** SQL of the share of a pair's values that lie at or below its cap. */
function shareSql(capped: ReadonlyMap<number, number>): string {
  const shares = [...capped].map(([pair, percentile]) => ({ pair, share: percentile / 100 - rankTolerance }));
  const [first] = shares;
  if (shares.every(({ share }) => share === first?.share)) return String(first?.share);
  return `(case pair ${shares.map(({ pair, share }) => `when ${pair} then ${share}`).join(" ")} end)`;
}

/**
 * Fills `cap` with the caps by pair, source, slice and part; `unit_tail` with the values that may exceed one of them;
 * and `tail_start` with the start of each pair's tail. All are empty if nothing is capped.
 */
export async function fillCaps(
  reader: Reader,
  layout: Layout,
  { grids, winsorization }: { grids: number; winsorization: number | null },
) {
  const valueTable = (name: string, columns: string) =>
    workTable(reader, name, `pair smallint, source smallint, slice smallint, ${columns}`);
  await valueTable("cap", "part integer, most_x double precision, most_y double precision, among bigint");
  await valueTable("tail_start", "from_x double precision, from_y double precision");
  await valueTable("unit_tail", "cell integer, x double precision, y double precision");
  const capped = cappedPairs(layout, winsorization);
  if (capped.size === 0) return;
  const share = shareSql(capped);
  await fillCapRanges(reader, layout, { capped: [...capped.keys()], grids, share });
  await reader.query(
    `insert into tail_start
     select pair, source, slice, min(least) filter (where side = 'x'), min(least) filter (where side = 'y')
     from cap_range group by pair, source, slice`,
  );
  await reader.query(
    `insert into unit_tail ${tailSql(layout, [...capped.keys()], grids).join(" union all ")}`,
  );
  await reader.query(
    `insert into cap
     with v as (
       select pair, 'x' as side, source, slice, cell, x as value, count(*) as units
       from unit_tail where x <> 0 group by pair, source, slice, cell, x
       union all
       select pair, 'y', source, slice, cell, y, count(*) from unit_tail where y <> 0 group by pair, source, slice, cell, y
     ),
     counted as (
       select ${columnsOf("v", value)}, p.part, v.value, max(c.before) as before, max(c.among) as among, sum(v.units) as units
       from v join cell_part p on p.cell = v.cell
         join cap_range c on ${equal("c", "v", value)} and c.part = p.part
       where v.value >= c.least
       group by ${columnsOf("v", value)}, p.part, v.value
     ),
     running as (
       select *, before + sum(units) over (partition by pair, side, source, slice, part order by value) as until from counted
     ),
     reached as (
       select pair, side, source, slice, part, greatest(0, min(value)) as most, max(among) as among
       from running where until >= among * ${share}
       group by pair, side, source, slice, part
     )
     select pair, source, slice, part, min(most) filter (where side = 'x'), min(most) filter (where side = 'y'),
       max(among) filter (where side = 'x')
     from reached group by pair, source, slice, part`,
  );
}

/** Fills `cap_range` with the bin that contains the cap of a value in a part: its least value and the number of values before it. */
async function fillCapRanges(
  reader: Reader,
  layout: Layout,
  { capped, grids, share }: { capped: readonly number[]; grids: number; share: string },
) {
  const counts = capped.flatMap((pair) =>
    sides.flatMap((side) =>
      Array.from({ length: grids }, (_, grid) => {
        const sql = layout.pairs[pair]?.[side] ?? "null";
        return `select ${pair} as pair, '${side}' as side, t.source, t.slice, t.cell_${grid} as cell, ${rangeOf(sql, isCount(layout, sql))} as range,
            min(${sql}) as least, count(*) as units
          from unit_total t where t.source in (${sourcesOf(layout, pair).join(", ")}) and ${sql} <> 0
          group by 3, 4, 5, 6`;
      }),
    ),
  );
  await workTable(
    reader,
    "cap_range",
    `pair smallint, side text, source smallint, slice smallint, part integer,
     least double precision, before bigint, among bigint`,
  );
  const within = "partition by pair, side, source, slice, part";
  await reader.query(
    `insert into cap_range
     with counted as (
       select ${columnsOf("v", value)}, p.part, v.range, min(v.least) as least, sum(v.units) as units
       from (${counts.join(" union all ")}) as v join cell_part p on p.cell = v.cell
       group by ${columnsOf("v", value)}, p.part, v.range
     ),
     running as (
       select *, sum(units) over (${within} order by range) as until, sum(units) over (${within}) as among from counted
     )
     select pair, side, source, slice, part, min(least), min(until - units), max(among)
     from running
     where until >= among * ${share} and ceil(among * ${share}) < among
     group by pair, side, source, slice, part`,
  );
}

/** SQL of the values from the start of their tail on, once for each grid. */
const tailSql = (layout: Layout, capped: readonly number[], grids: number) =>
  capped.flatMap((pair) => {
    const { x, y } = layout.pairs[pair] ?? { x: "null", y: "null" };
    return Array.from(
      { length: grids },
      (_, grid) =>
        `select s.pair, t.source, t.slice, t.cell_${grid}, ${x}, ${y}
         from unit_total t join tail_start s on s.source = t.source and s.slice = t.slice
         where s.pair = ${pair} and (${x} >= s.from_x or ${y} >= s.from_y)`,
    );
  });
