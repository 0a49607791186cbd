// Computes the cumulative number of units per group of an experiment by the end of each day.
import type { CumulativeExposures } from "#contract/cumulative-exposures.ts";
import { day, notExposedBeforeSql, type Window } from "#service/analysis/totals/assignment.ts";
import type { Reader } from "#service/database/database.ts";
import { windowOf } from "./analysis-settings.ts";
import type { Subject } from "./experiment-results.ts";

/** Number of units of a group whose first exposure was on the day that begins at `day`, ms. */
export interface NewUnits {
  group: string;
  day: number;
  units: number;
}

/** Excludes crossovers, as all results do. */
export async function readNewUnits(reader: Reader, window: Window | undefined): Promise<NewUnits[]> {
  if (!window) return [];
  const { experimentID, start, end } = window;
  return reader.query<NewUnits & Record<string, unknown>>(
    `select "group", day, count(*) as units
     from (
       select min(group_id) as "group", min(time) - min(time) % ${day} as day
       from exposure
       where experiment_id = $1 and time >= $2 and time <= $3 and unit_id <> ''${notExposedBeforeSql(window)}
       group by unit_id
       having min(group_id) = max(group_id)
     ) as seen
     group by 1, 2`,
    [experimentID, start, end],
  );
}

/** Maximum number of days in the answer; for a longer experiment the newest ones. */
const mostDays = 1000;

export function cumulativeExposures(
  { experiment, now }: Subject,
  found: readonly NewUnits[],
): CumulativeExposures[] {
  const window = windowOf(experiment, now);
  const isBegun = window && window.start <= window.end;
  const last = isBegun ? window.end - (window.end % day) : 0;
  const first = isBegun ? Math.max(window.start - (window.start % day), last - (mostDays - 1) * day) : day;
  const days = Array.from(
    { length: Math.max(0, (last - first) / day + 1) },
    (_, index) => first + index * day,
  );
  return experiment.groups.map(({ id, name }) => {
    const own = found.filter(({ group }) => group === id);
    const unitsOf = new Map(own.map((one) => [one.day, one.units]));
    let exposures = own.reduce((sum, one) => sum + (one.day < first ? one.units : 0), 0);
    const results = days.map((time) => {
      exposures += unitsOf.get(time) ?? 0;
      return { date: new Date(time).toISOString().slice(0, 10), exposures };
    });
    return { groupID: id, groupName: name, results };
  });
}
