// Slices of an event dimension. Each metric has its own, because values that are rare among its events are pooled (statistics 10).
import type { Reader, Row } from "#service/database/database.ts";
import {
  frequentValues,
  rareShare,
  type FrequentValues,
  type ValueCount,
} from "#service/analysis/plan/frequent-values.ts";
import type { MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";

type CountRow = Row & ValueCount;

/** Counts all events that carry the key, and those with a value that is frequent for at least one event. */
const readCounts = (reader: Reader, column: string) =>
  reader.query<CountRow>(
    `with counted as materialized (
       select event, ${column} as value, count(*) as events
       from event_hit where day >= 0 and ${column} is not null
       group by event, ${column}
     ),
     total as (select event, cast(sum(events) as bigint) as events from counted group by event)
     select event, value, events from counted
     where value in (select c.value from counted c join total t on t.event = c.event where c.events * ${rareShare} > t.events)
     union all
     select event, null, events from total`,
  );

/** Returns the slices of the n-th event dimension. */
export async function readEventSlices(
  reader: Reader,
  plan: MeasurementPlan,
  dimension: number,
): Promise<FrequentValues> {
  const column = `value_${dimension}`;
  const counts = await readCounts(reader, column);
  return frequentValues(plan, counts);
}
