// Assigns the units of an experiment to the slices of user dimensions, and to the cells that those slices share.
import type { Reader, Row, Value } from "#service/database/database.ts";
import type { Dimension } from "#service/analysis/plan/measurements.ts";
import { workTable } from "./work-table.ts";

/** The slices into which a property of the units divides an analysis. */
interface UnitSlices {
  dimension: Dimension;
  values: string[];
  /** Number of units by slice and group number. */
  units: { slice: number; groupNumber: number; units: number }[];
}

/** Slices of the n-th user dimension are parts numbered from (n + 1) times this on; part 0 is the whole. */
export const partNumberStride = 1000;

/**
 * Units of one group with the same slices form one cell. Dimensions are combined into one grid as long as it has at
 * most this many cells.
 */
const mostCells = 1500;

/** User dimensions that share cells. */
type Grid = number[];

function gridsOf(values: readonly number[], groups: number): Grid[] {
  const grids: Grid[] = [[]];
  let cells = groups;
  for (const [dimension, count] of values.entries()) {
    cells *= count + 1;
    if (cells > mostCells && dimension > 0) {
      cells = groups * (count + 1);
      grids.push([dimension]);
    } else grids.at(-1)?.push(dimension);
  }
  return grids;
}

/** SQL of the cell of a unit `u` without properties, which belongs only to the whole. */
export const groupCellSql = "u.group_number - 1";

/** Cells of different grids have different numbers; those of the first grid start with one cell per group. */
const cellSql = (grid: Grid, place: number, values: readonly number[], groups: number) => {
  let [sql, apart] = [`${place * partNumberStride * partNumberStride} + s.group_number - 1`, groups];
  for (const dimension of grid) {
    sql += ` + ${apart} * coalesce(s.slice_${dimension} + 1, 0)`;
    apart *= (values[dimension] ?? 0) + 1;
  }
  return sql;
};

/** The units that take part, with the slices and cells of their kind. */
export const slicedUnits =
  "(select e.unit_number, e.days, k.* from exposed_unit e join kind_slice k on k.kind = e.kind)";

/** Maximum number of values of a property that become slices, the most frequent first. More would be unreadable and exhaust memory. */
const mostValues = 100;

interface PropertyRow extends Row {
  dimension: number;
  value: string;
  /** Rank from 1, the most frequent value first. */
  place: number;
  group_number: number;
  units: number;
}

/** Counts units by group and by the value of each property at their first exposure. */
function readProperties(reader: Reader, dimensions: number): Promise<PropertyRow[]> {
  const numbers = Array.from({ length: dimensions }, (_, index) => index);
  const values = numbers.map((index) => `value_${index}`);
  return reader.query<PropertyRow>(
    `with stated as (
       select unnest(array[${numbers.join(", ")}]) as dimension, unnest(array[${values.join(", ")}]) as value, k.group_number, u.units
       from kind_units u join exposure_kind k on k.kind = u.kind
     ),
     counted as materialized (
       select dimension, value, group_number, sum(units) as units
       from stated where value is not null group by dimension, value, group_number
     ),
     ranked as (
       select dimension, value, row_number() over (partition by dimension order by sum(units) desc, value) as place
       from counted group by dimension, value
     )
     select c.dimension, c.value, r.place, c.group_number, cast(c.units as bigint) as units
     from counted c join ranked r on r.dimension = c.dimension and r.value = c.value
     where r.place <= ${mostValues}
     order by c.dimension, r.place`,
  );
}

/**
 * Fills `kind_slice` with the slice of each property of a kind as `slice_<n>` (null without one) and its cells as
 * `cell_<n>`, and `cell_part` with the parts that a cell belongs to.
 */
export async function fillKindSlices(
  reader: Reader,
  groups: number,
  dimensions: readonly Dimension[],
): Promise<{ slices: UnitSlices[]; grids: number }> {
  const found = dimensions.length > 0 ? await readProperties(reader, dimensions.length) : [];
  const slices = dimensions.map((dimension, index): UnitSlices => {
    const rows = found.filter((row) => row.dimension === index);
    return {
      dimension,
      values: [...new Set(rows.map(({ value }) => value))],
      units: rows.map(({ place, group_number, units }) => ({
        slice: place - 1,
        groupNumber: group_number,
        units,
      })),
    };
  });
  const counts = slices.map(({ values }) => values.length);
  const grids = gridsOf(counts, groups);
  await workTable(
    reader,
    "kind_slice",
    "kind integer, group_number smallint",
    ...dimensions.map((_, index) => `slice_${index} smallint`),
    ...grids.map((_, place) => `cell_${place} integer`),
  );
  const bound: Value[] = [];
  const joins = slices.map(({ values }, index) => {
    const rows = values.map((value, slice) => `($${bound.push(value)}::text, ${slice})`);
    // A dimension without any values still needs a row to join with.
    return `left join (values ${rows.join(", ") || "(null::text, 0)"}) as s${index} (value, slice) on s${index}.value = k.value_${index}`;
  });
  const ownSlices = slices.map((_, index) => `s${index}.slice as slice_${index}`);
  const cells = grids.map((grid, place) => cellSql(grid, place, counts, groups));
  await reader.query(
    `insert into kind_slice
     select ${["s.*", ...cells].join(", ")}
     from (
       select ${["k.kind", "k.group_number", ...ownSlices].join(", ")}
       from exposure_kind k ${joins.join(" ")} where k.group_number is not null
     ) as s`,
    bound,
  );
  await fillCellParts(reader, grids);
  return { slices, grids: grids.length };
}

async function fillCellParts(reader: Reader, grids: readonly Grid[]) {
  await workTable(reader, "cell_part", "cell integer, part integer, group_number smallint");
  const ofGrids = grids.map((grid, place) => {
    const own = grid.map((dimension) => `${(dimension + 1) * partNumberStride} + slice_${dimension}`);
    const parts = place === 0 ? ["0", ...own] : own;
    return `select cell, part, group_number from (
        select distinct cell_${place} as cell, unnest(array[${parts.join(", ")}]) as part, group_number from kind_slice
      ) as found where part is not null`;
  });
  // A group's base cell belongs to the whole even if every unit of the group has properties.
  await reader.query(
    `insert into cell_part
     ${ofGrids.join(" union all ")} union select group_number - 1, 0, group_number from kind_slice`,
  );
}
