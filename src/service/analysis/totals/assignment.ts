// Counts the units of an experiment by group, and the crossovers, which were seen in several groups (statistics 2).
import type { Reader } from "#service/database/database.ts";
import type { Assignment } from "#service/analysis/plan/measurements.ts";

export const day = 86_400_000;

/** The time range in which exposures and events count, in ms; both ends are inclusive. */
export interface Window {
  experimentID: string;
  /** The id type of the units; userID if absent. */
  idType?: string | null | undefined;
  start: number;
  end: number;
  /** Units exposed between this time and the start are excluded; absent if the window starts with the experiment. */
  leftOutFrom?: number;
  /** All units that count have a sampling number below this bound (chosen-units.ts); absent if all units are read. */
  unitsBelow?: number | undefined;
}

/** SQL condition on a row of exposures (named `row` in the query) that its unit was not exposed before the start, which is bound as $2. */
export const notExposedBeforeSql = ({ leftOutFrom }: Window, row = "exposure") =>
  leftOutFrom === undefined
    ? ""
    : ` and not exists (select 1 from exposure earlier where earlier.experiment_id = $1 and earlier.unit_id = ${row}.unit_id
        and earlier.time >= ${leftOutFrom} and earlier.time < $2)`;

export async function readAssignment(reader: Reader, window: Window): Promise<Assignment> {
  const { experimentID, start, end } = window;
  // A unit that was seen in only one group has the same first and last group.
  const rows = await reader.query<{ group: string | null; units: number }>(
    `select case when first_group = last_group then first_group end as "group", count(*) as units
     from (
       select min(group_id) as first_group, max(group_id) as last_group
       from exposure
       where experiment_id = $1 and time >= $2 and time <= $3 and unit_id <> ''${notExposedBeforeSql(window)}
       group by unit_id
     ) as seen
     group by 1`,
    [experimentID, start, end],
  );
  return {
    units: Object.fromEntries(rows.flatMap(({ group, units }) => (group === null ? [] : [[group, units]]))),
    crossovers: rows.find(({ group }) => group === null)?.units ?? 0,
  };
}
