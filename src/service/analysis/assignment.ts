// Who took part: the units of an experiment by group, and those that were seen in several (statistics.md 2).
import type { Reader, Row } from "#service/database/database.ts";
import type { Assignment } from "#service/measures/measurements.ts";
import { workTable } from "./work-table.ts";

export const day = 86_400_000;

/** Which exposures and events count; both ends, in ms, belong to the window. */
export interface Window {
  experimentID: string;
  start: number;
  end: number;
}

/** Rows of units with their first exposure; parameters $1 to $3 are the window. A crossover has a `last_group` of its own. */
export const seenUnits = `
  select unit_id, min(group_id) as group_id, max(group_id) as last_group, min(time) as exposed
  from exposure
  where experiment_id = $1 and time >= $2 and time <= $3 and unit_id <> ''
  group by unit_id`;

interface AssignmentRow extends Row {
  group_id: string;
  crossing: boolean;
  units: number;
}

export async function readAssignment(
  reader: Reader,
  { experimentID, start, end }: Window,
): Promise<Assignment> {
  const rows = await reader.query<AssignmentRow>(
    `select case when group_id = last_group then group_id else '' end as group_id,
       group_id <> last_group as crossing, count(*) as units
     from (${seenUnits}) as seen
     group by case when group_id = last_group then group_id else '' end, group_id <> last_group`,
    [experimentID, start, end],
  );
  const inOneGroup = rows.filter((row) => !row.crossing);
  return {
    units: Object.fromEntries(inOneGroup.map((row) => [row.group_id, row.units])),
    crossovers: rows.find((row) => row.crossing)?.units ?? 0,
  };
}

/** Numbers the units in `exposed_unit`: `exposed` is the first exposure and `first_day` the start of its UTC day, ms; a group's number
 *  is its place among the answered ones, from 1, and a crossover has none. */
export async function fillExposedUnits(
  reader: Reader,
  { experimentID, start, end }: Window,
): Promise<Assignment> {
  const seen = await reader.query<Row & { group_id: string }>(
    `select distinct group_id from exposure
     where experiment_id = $1 and time >= $2 and time <= $3 and unit_id <> '' order by group_id`,
    [experimentID, start, end],
  );
  // As the keys of the answer will be: whole numbers first.
  const groups = Object.keys(Object.fromEntries(seen.map(({ group_id }) => [group_id, 0])));
  await workTable(reader, "exposed_unit", [
    "unit_number integer",
    "unit_id text",
    "group_number smallint",
    "exposed bigint",
    "first_day bigint",
  ]);
  await reader.query(
    `insert into exposed_unit
     select row_number() over (), unit_id, case when first_group = last_group then first_group end, exposed, exposed - exposed % ${day}
     from (
       select unit_id, min(group_number) as first_group, max(group_number) as last_group, min(time) as exposed
       from (
         select unit_id, time, array_position($4::text[], group_id) as group_number
         from exposure
         where experiment_id = $1 and time >= $2 and time <= $3 and unit_id <> ''
       ) as placed
       group by unit_id
     ) as seen`,
    [experimentID, start, end, groups],
  );
  const rows = await reader.query<Row & { group_number: number | null; units: number }>(
    "select group_number, count(*) as units from exposed_unit group by group_number",
  );
  const unitsOf = (place: number) => rows.find((row) => row.group_number === place + 1)?.units ?? 0;
  const withUnits = groups.filter((_, place) => unitsOf(place) > 0);
  if (withUnits.length < groups.length && withUnits.length > 0) {
    const places = groups.map((group) => withUnits.indexOf(group) + 1);
    await reader.query(
      `update exposed_unit set group_number = (array[${places.join(", ")}])[group_number] where group_number is not null`,
    );
  }
  return {
    units: Object.fromEntries(
      groups.flatMap((group, place) => (unitsOf(place) > 0 ? [[group, unitsOf(place)] as const] : [])),
    ),
    crossovers: rows.find(({ group_number }) => group_number === null)?.units ?? 0,
  };
}
