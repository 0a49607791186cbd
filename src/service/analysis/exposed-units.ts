// The units of an experiment as rows that events can be joined to, and the slices that user dimensions put them in.
import type { Reader, Row, Value } from "#service/database/database.ts";
import type { Dimension } from "#service/measures/measurements.ts";
import { seenUnits, type Window } from "./assignment.ts";
import { workTable } from "./work-table.ts";

export const day = 86_400_000;

/** Of a property with more values only the most frequent are sliced: more could not be read and would fill the memory. */
const mostValues = 100;

/** Units of one group, numbered; `exposed` is the first exposure and `first_day` the start of its UTC day, ms. */
export async function fillExposedUnits(
  reader: Reader,
  { experimentID, start, end }: Window,
  groups: readonly string[],
) {
  await workTable(reader, "exposed_unit", [
    "unit_number integer",
    "unit_id text",
    "group_number smallint",
    "exposed bigint",
    "first_day bigint",
  ]);
  await reader.query(
    `insert into exposed_unit
     select row_number() over (), unit_id, array_position($4::text[], group_id), exposed, exposed - exposed % ${day}
     from (${seenUnits}) as seen
     where group_id = last_group`,
    [experimentID, start, end, groups],
  );
}

/** The slices that a property of the units cuts an analysis into. */
export interface UnitSlices {
  dimension: Dimension;
  values: string[];
  /** By slice and group number. */
  units: { slice: number; groupNumber: number; units: number }[];
}

interface PropertyRow extends Row {
  dimension: number;
  value: string;
  /** From 1, the most frequent first. */
  place: number;
  group_number: number;
  units: number;
}

/** Slices by the n-th user dimension are parts of the whole, numbered from n + 1 times this on; part 0 is the whole. */
export const partsApart = 1000;

/** Units of one group with the same slices are one cell; as long as cells are at most so many, they are of several dimensions. */
const mostCells = 1000;

/** User dimensions whose slices share cells. */
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

/** The cell of a unit `u` without properties, which belongs to the whole alone. */
export const cellOfGroup = "u.group_number - 1";

/** Cells of different grids have different numbers; those of the first begin with one for each group. */
const cellSql = (grid: Grid, place: number, values: readonly number[], groups: number) => {
  let [sql, apart] = [`${place * partsApart * partsApart} + p.group_number - 1`, groups];
  for (const dimension of grid) {
    sql += ` + ${apart} * coalesce(s${dimension}.slice + 1, 0)`;
    apart *= (values[dimension] ?? 0) + 1;
  }
  return sql;
};

/** Gives every unit the slice of each of its properties at first exposure, null without one, as `slice_<n>` of `unit_slice`, and its
 *  cells as `cell_<n>`; `days` is the number of its days in the experiment. `cell_part` says which parts a cell belongs to. */
export async function fillUnitSlices(
  reader: Reader,
  { experimentID, end }: Window,
  groups: number,
  dimensions: readonly Dimension[],
): Promise<{ slices: UnitSlices[]; grids: number }> {
  const found = dimensions.length > 0 ? await readProperties(reader, experimentID, dimensions) : [];
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
  await workTable(reader, "unit_slice", [
    "unit_number integer",
    "group_number smallint",
    "days integer",
    ...dimensions.map((_, index) => `slice_${index} smallint`),
    ...grids.map((_, place) => `cell_${place} integer`),
  ]);
  const bound: Value[] = [];
  const joins = slices.map(({ values }, index) => {
    const rows = values.map((value, slice) => `($${bound.push(value)}::text, ${slice})`);
    // A dimension that nobody has still needs a row to join with.
    return `left join (values ${rows.join(", ") || "(null::text, 0)"}) as s${index} (value, slice) on s${index}.value = p.value_${index}`;
  });
  const columns = [
    "p.unit_number",
    "p.group_number",
    `(${end - (end % day)} - p.first_day) / ${day} + 1`,
    ...dimensions.map((_, index) => `s${index}.slice`),
    ...grids.map((grid, place) => cellSql(grid, place, counts, groups)),
  ];
  await reader.query(
    `insert into unit_slice
     select ${columns.join(", ")} from ${dimensions.length > 0 ? "unit_property" : "exposed_unit"} p ${joins.join(" ")}`,
    bound,
  );
  await fillCellParts(reader, grids);
  return { slices, grids: grids.length };
}

async function fillCellParts(reader: Reader, grids: readonly Grid[]) {
  await workTable(reader, "cell_part", ["cell integer", "part integer", "group_number smallint"]);
  const found = grids.map((grid, place) => {
    const columns = [`cell_${place}`, "group_number", ...grid.map((dimension) => `slice_${dimension}`)];
    return `found_${place} as materialized (select distinct ${columns.join(", ")} from unit_slice)`;
  });
  const parts = grids.flatMap((grid, place) =>
    grid.map(
      (dimension) =>
        `select cell_${place}, ${(dimension + 1) * partsApart} + slice_${dimension}, group_number
         from found_${place} where slice_${dimension} is not null`,
    ),
  );
  await reader.query(
    `insert into cell_part
     with ${found.join(", ")}
     select cell_0, 0, group_number from found_0
     union select group_number - 1, 0, group_number from found_0
     ${parts.map((part) => `union all ${part}`).join(" ")}`,
  );
}

/** Choice: an empty property counts as none, and of several at the same instant the first in order of text counts. */
async function readProperties(reader: Reader, experimentID: string, dimensions: readonly Dimension[]) {
  const columns = dimensions.map((_, index) => `value_${index}`);
  await workTable(reader, "unit_property", [
    "unit_number integer",
    "group_number smallint",
    "first_day bigint",
    ...columns.map((column) => `${column} text`),
  ]);
  const texts = columns.map((_, index) => `min(nullif(e.properties->>$${index + 2}::text, ''))`);
  await reader.query(
    `insert into unit_property
     select u.unit_number, u.group_number, u.first_day, ${texts.join(", ")}
     from exposure e join exposed_unit u on u.unit_id = e.unit_id and u.exposed = e.time
     where e.experiment_id = $1
     group by u.unit_number, u.group_number, u.first_day`,
    [experimentID, ...dimensions.map(({ key }) => key)],
  );
  const counts = columns.map(
    (column, index) =>
      `select ${index} as dimension, ${column} as value, group_number, count(*) as units
       from unit_property where ${column} is not null group by ${column}, group_number`,
  );
  return reader.query<PropertyRow>(
    `with counted as materialized (${counts.join(" union all ")}),
     ranked as (
       select dimension, value, row_number() over (partition by dimension order by sum(units) desc, value) as place
       from counted group by dimension, value
     )
     select c.dimension, c.value, r.place, c.group_number, c.units
     from counted c join ranked r on r.dimension = c.dimension and r.value = c.value
     where r.place <= ${mostValues}
     order by c.dimension, r.place`,
  );
}
