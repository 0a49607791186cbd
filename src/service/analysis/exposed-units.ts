// The units of an experiment as rows that events can be joined to, and the slices that user dimensions put them in.
import type { Reader, Row, Value } from "#service/database/database.ts";
import { seenUnits, type Window } from "./assignment.ts";
import type { Dimension } from "./measurements.ts";
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
    "group_number integer",
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
  await reader.query("analyze exposed_unit");
}

/** One way to cut an analysis up. Everyone is dimension 0 with the one slice 0. */
export interface UnitSlices {
  dimension: Dimension;
  values: string[];
  /** By slice and group number. */
  units: { slice: number; groupNumber: number; units: number }[];
}

interface PropertyRow extends Row {
  dimension: number;
  value: string;
  group_number: number;
  units: number;
}

/** Puts every unit into slice 0 of dimension 0, and into the slice of its property at first exposure for each user dimension. */
export async function fillUnitSlices(
  reader: Reader,
  { experimentID }: Window,
  dimensions: readonly Dimension[],
): Promise<UnitSlices[]> {
  await workTable(reader, "unit_slice", [
    "dimension integer",
    "slice integer",
    "unit_number integer",
    "group_number integer",
  ]);
  await reader.query("insert into unit_slice select 0, 0, unit_number, group_number from exposed_unit");
  if (dimensions.length === 0) return [];

  const found = await readProperties(reader, experimentID, dimensions);
  const values: Value[] = [];
  const rows: string[] = [];
  const slices = dimensions.map((dimension, index): UnitSlices => {
    const own = found.filter((row) => row.dimension === index + 1);
    const sizes = new Map<string, number>();
    for (const { value, units } of own) sizes.set(value, (sizes.get(value) ?? 0) + units);
    const kept = [...sizes.keys()].sort(
      (a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0) || (a < b ? -1 : 1),
    );
    kept.length = Math.min(kept.length, mostValues);
    rows.push(...kept.map((value, slice) => `(${index + 1}, $${values.push(value)}::text, ${slice})`));
    return {
      dimension,
      values: kept,
      units: own.flatMap(({ value, group_number, units }) => {
        const slice = kept.indexOf(value);
        return slice < 0 ? [] : [{ slice, groupNumber: group_number, units }];
      }),
    };
  });
  if (rows.length > 0)
    await reader.query(
      `insert into unit_slice
       select p.dimension, s.slice, p.unit_number, p.group_number
       from unit_property p join (values ${rows.join(", ")}) as s (dimension, value, slice)
         on s.dimension = p.dimension and s.value = p.value`,
      values,
    );
  await reader.query("analyze unit_slice");
  return slices;
}

/** Choice: an empty property counts as none, and of several at the same instant the first in order of text counts. */
async function readProperties(reader: Reader, experimentID: string, dimensions: readonly Dimension[]) {
  await workTable(reader, "unit_property", [
    "dimension integer",
    "unit_number integer",
    "group_number integer",
    "value text",
  ]);
  const texts = dimensions.map(
    (_, index) => `min(nullif(e.properties->>$${index + 2}::text, '')) as value_${index}`,
  );
  const parts = dimensions.map(
    (_, index) =>
      `select ${index + 1}, unit_number, group_number, value_${index} from property where value_${index} is not null`,
  );
  await reader.query(
    `insert into unit_property
     with property as materialized (
       select u.unit_number, u.group_number, ${texts.join(", ")}
       from exposure e join exposed_unit u on u.unit_id = e.unit_id and u.exposed = e.time
       where e.experiment_id = $1
       group by u.unit_number, u.group_number
     )
     ${parts.join(" union all ")}`,
    [experimentID, ...dimensions.map(({ key }) => key)],
  );
  return reader.query<PropertyRow>(
    `select dimension, value, group_number, count(*) as units
     from unit_property group by dimension, value, group_number`,
  );
}
