// The values that properties of the units have at their first exposure.
import type { Reader, Row } from "#service/database/database.ts";

/** Most values of a property that are sliced, the most frequent ones: more could not be read and would fill the memory. */
const mostValues = 100;

interface PropertyRow extends Row {
  dimension: number;
  value: string;
  /** From 1, the most frequent first. */
  place: number;
  group_number: number;
  units: number;
}

/** Numbers of units by value and group. */
export function readProperties(reader: Reader, dimensions: number): Promise<PropertyRow[]> {
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
