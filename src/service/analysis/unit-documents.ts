// What is known of the units at their first exposure: each set of properties is read once, however many units share it.
import type { Reader, Row } from "#service/database/database.ts";
import type { Dimension } from "#service/measures/measurements.ts";
import type { Window } from "./assignment.ts";
import { workTable } from "./work-table.ts";

/** Of a property with more values only the most frequent are sliced: more could not be read and would fill the memory. */
const mostValues = 100;

/** Fills `document` with what is known of units, each text once, and `unit_document` with the one of each unit at first exposure.
 *  Choice: an empty property counts as none, and of several at the same instant the first in order of text counts. */
export async function fillDocuments(
  reader: Reader,
  { experimentID }: Window,
  units: number,
  dimensions: readonly Dimension[],
) {
  const values = dimensions.map((_, index) => `value_${index}`);
  await workTable(reader, "document", [
    "document_number integer",
    "properties jsonb",
    ...values.map((value) => `${value} text`),
  ]);
  const texts = values.map((_, index) => `nullif(properties->>$${index + 2}::text, '')`);
  await reader.query(
    `insert into document
     select row_number() over (), properties, ${texts.join(", ")}
     from (select distinct coalesce(properties, '{}'::jsonb) as properties from exposure where experiment_id = $1) as known`,
    [experimentID, ...dimensions.map(({ key }) => key)],
  );
  await workTable(reader, "unit_document", [
    "unit_number integer",
    "group_number smallint",
    "first_day bigint",
    "document_number integer",
  ]);
  await reader.query(
    `insert into unit_document
     select u.unit_number, u.group_number, u.first_day, d.document_number
     from exposure e join exposed_unit u on u.unit_id = e.unit_id and u.exposed = e.time
       join document d on d.properties = coalesce(e.properties, '{}'::jsonb)
     where e.experiment_id = $1 and u.group_number is not null`,
    [experimentID],
  );
  const [stored] = await reader.query<Row & { rows: number }>("select count(*) as rows from unit_document");
  if (stored && stored.rows > units) await joinDocuments(reader, values);
}

/** Gives units that were exposed several times at one instant a document of their own, numbered by the unit, below 0. */
async function joinDocuments(reader: Reader, values: readonly string[]) {
  const first = values.map((value) => `min(d.${value})`);
  await reader.query(
    `insert into document
     select -u.unit_number, null, ${first.join(", ")}
     from unit_document u join document d on d.document_number = u.document_number
     group by u.unit_number having count(*) > 1`,
  );
  const joined = "unit_number in (select -document_number from document where document_number < 0)";
  await reader.query(
    `insert into unit_document
     select distinct unit_number, group_number, first_day, -unit_number from unit_document where ${joined}`,
  );
  await reader.query(`delete from unit_document where document_number > 0 and ${joined}`);
}

export interface PropertyRow extends Row {
  dimension: number;
  value: string;
  /** From 1, the most frequent first. */
  place: number;
  group_number: number;
  units: number;
}

/** How many units of each group have each value. */
export function readProperties(reader: Reader, dimensions: number): Promise<PropertyRow[]> {
  const counts = Array.from(
    { length: dimensions },
    (_, index) =>
      `select ${index} as dimension, d.value_${index} as value, u.group_number, sum(u.units) as units
       from units u join document d on d.document_number = u.document_number
       where d.value_${index} is not null group by d.value_${index}, u.group_number`,
  );
  return reader.query<PropertyRow>(
    `with units as materialized (
       select document_number, group_number, count(*) as units from unit_document group by document_number, group_number
     ),
     counted as materialized (${counts.join(" union all ")}),
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
