// Slices of an event dimension. Each metric has its own, because values that are rare among its events are pooled (statistics 10).
import type { Reader, Row, Value } from "#service/database/database.ts";
import {
  frequentValues,
  rareShare,
  type FrequentValues,
  type ValueCount,
} from "#service/analysis/plan/frequent-values.ts";
import type { MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import { singleEventOf } from "#service/analysis/plan/metric-inputs.ts";

/** SQL fragments that determine the slice of a row of the hits `h`. */
export interface SliceSql {
  /** Join that the slice needs, for a given metric `i.metric`. */
  join: string;
  /** The same join for a given event: metrics that use the same single event share their slices. */
  eventJoin: string;
  slice: string;
  where: string;
  values: readonly Value[];
}

/** Puts everything into slice 0. */
export const unslicedSql: SliceSql = { join: "", eventJoin: "", slice: "0", where: "true", values: [] };

interface EventSlices extends FrequentValues {
  cut: SliceSql;
}

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
): Promise<EventSlices> {
  const column = `value_${dimension}`;
  const counts = await readCounts(reader, column);
  const { values, slices } = frequentValues(plan, counts);
  return { values, slices, cut: cutBy(column, values, plan, slices) };
}

function cutBy(
  column: string,
  values: readonly string[],
  { metrics, events }: MeasurementPlan,
  slices: number[][],
): SliceSql {
  const where = `h.${column} is not null`;
  const rows = slices.map((own) => own.filter((slice) => slice > 0));
  const byMetric = rows.flatMap((own, metric) =>
    own.map((slice) => `(${metric}, $${slice}::text, ${slice})`),
  );
  if (byMetric.length === 0) return { ...unslicedSql, where };
  const byEvent = events.flatMap((event, number) => {
    const metric = metrics.findIndex((input) => singleEventOf(input) === event);
    return (rows[metric] ?? []).map((slice) => `(${number}, $${slice}::text, ${slice})`);
  });
  const join = (keys: readonly string[], key: string, on: string) =>
    `left join (values ${keys.join(", ")}) as s (${key}, value, slice) on s.${key} = ${on} and s.value = h.${column}`;
  return {
    join: join(byMetric, "metric", "i.metric"),
    eventJoin: join(byEvent.length > 0 ? byEvent : ["(-1, '', 0)"], "event", "h.event"),
    slice: "coalesce(s.slice, 0)",
    where,
    values: values.slice(1),
  };
}
