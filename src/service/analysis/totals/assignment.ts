// The units of an experiment by group, and the crossovers, which were seen in several (statistics 2).
import type { Reader, Row } from "#service/database/database.ts";
import type { Assignment } from "#service/analysis/plan/measurements.ts";

export const day = 86_400_000;

/** The time in which exposures and events count; both ends, in ms, belong to the window. */
export interface Window {
  experimentID: string;
  start: number;
  end: number;
}

/** Rows of units with their first exposure; parameters $1 to $3 are the window. A crossover has a `last_group` of its own. */
const seenUnits = `
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
