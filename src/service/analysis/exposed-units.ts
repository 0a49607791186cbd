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

/** Gives every unit the slice of each of its properties at first exposure, null without one, as `slice_<n>` of `unit_slice`;
 *  `days` is the number of its days in the experiment. */
export async function fillUnitSlices(
  reader: Reader,
  { experimentID, end }: Window,
  dimensions: readonly Dimension[],
): Promise<UnitSlices[]> {
  await workTable(reader, "unit_slice", [
    "unit_number integer",
    "group_number smallint",
    "days integer",
    ...dimensions.map((_, index) => `slice_${index} smallint`),
  ]);
  const days = `(${end - (end % day)} - first_day) / ${day} + 1`;
  if (dimensions.length === 0) {
    await reader.query(`insert into unit_slice select unit_number, group_number, ${days} from exposed_unit`);
    return [];
  }
  const found = await readProperties(reader, experimentID, dimensions);
  const values: Value[] = [];
  const joins = dimensions.map((_, index) => {
    const rows = found.filter(({ dimension }) => dimension === index);
    const places = new Map(rows.map(({ value, place }) => [value, place - 1]));
    const bound = [...places].map(([value, slice]) => `($${values.push(value)}::text, ${slice})`);
    // A dimension that nobody has still needs a row to join with.
    return `left join (values ${bound.join(", ") || "(null::text, 0)"}) as s${index} (value, slice) on s${index}.value = p.value_${index}`;
  });
  await reader.query(
    `insert into unit_slice
     select p.unit_number, p.group_number, ${days}, ${dimensions.map((_, index) => `s${index}.slice`).join(", ")}
     from unit_property p ${joins.join(" ")}`,
    values,
  );
  return dimensions.map((dimension, index) => {
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
