// Units by day: a unit belongs to its first group until the day on which it is seen in another one.
import { day, notExposedBeforeSql, type Window } from "#service/analysis/totals/assignment.ts";
import { workTable } from "#service/analysis/totals/work-table.ts";
import type { Reader } from "#service/database/database.ts";
import { never, type DayUnits } from "./series-days.ts";

/** Returns the ids of all groups in which a unit was seen. */
export async function readGroups(reader: Reader, window: Window): Promise<string[]> {
  const { experimentID, start, end } = window;
  const rows = await reader.query<{ group_id: string }>(
    `select distinct group_id from exposure
     where experiment_id = $1 and time >= $2 and time <= $3 and unit_id <> ''${notExposedBeforeSql(window)} order by group_id`,
    [experimentID, start, end],
  );
  return rows.map(({ group_id }) => group_id);
}

/** Fills the table `exposed_unit` that the totals read, but including crossovers, with the start of the day on which they crossed. */
export async function fillDayUnits(reader: Reader, window: Window, groups: readonly string[]) {
  const { experimentID, start, end } = window;
  await workTable(
    reader,
    "exposed_unit",
    "unit_number integer, unit_id text, group_number integer, exposed bigint, first_day bigint, crossed_day bigint",
  );
  await reader.query(
    `insert into exposed_unit
     with entered as (
       select unit_id, group_id, min(time) as time
       from exposure
       where experiment_id = $1 and time >= $2 and time <= $3 and unit_id <> ''${notExposedBeforeSql(window)}
       group by unit_id, group_id
     ),
     placed as (
       select unit_id, group_id, time, row_number() over in_order as place, lead(time) over in_order as next
       from entered
       window in_order as (partition by unit_id order by time, group_id)
     )
     select row_number() over (), unit_id, array_position($4::text[], group_id), time, time - time % ${day},
       coalesce(next - next % ${day}, ${never})
     from placed
     where place = 1`,
    [experimentID, start, end, groups],
  );
  await reader.query("analyze exposed_unit");
}

export const readDayUnits = (reader: Reader): Promise<DayUnits[]> =>
  reader.query<DayUnits>(
    `select group_number as "groupNumber", first_day as "firstDay", crossed_day as "crossedDay", count(*) as units
     from exposed_unit group by group_number, first_day, crossed_day`,
  );
