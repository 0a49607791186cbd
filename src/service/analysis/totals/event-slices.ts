// The slices of an event dimension: each metric's own, because a value that is rare among its events is pooled (statistics 10).
import type { Reader, Row, Value } from "#service/database/database.ts";
import {
  frequentValues,
  rareShare,
  type FrequentValues,
  type ValueCount,
} from "#service/analysis/plan/frequent-values.ts";
import type { MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import { soleEvent } from "#service/analysis/plan/metric-inputs.ts";

/** The parts of a statement over the hits `h` that find the slice of a row. */
export interface Cut {
  /** Joins what the slice needs, given the metric `i.metric`. */
  join: string;
  /** The same given the event alone: metrics of one and the same event share their slices. */
  eventJoin: string;
  slice: string;
  where: string;
  values: readonly Value[];
}

/** Everything in slice 0. */
export const uncut: Cut = { join: "", eventJoin: "", slice: "0", where: "true", values: [] };

interface EventSlices extends FrequentValues {
  cut: Cut;
}

type CountRow = Row & ValueCount;

/** Counts of all events that carry the key, and of the values that are frequent in one of them. */
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

/** The slices of the n-th event dimension. */
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
): Cut {
  const where = `h.${column} is not null`;
  const rows = slices.map((own) => own.filter((slice) => slice > 0));
  const byMetric = rows.flatMap((own, metric) =>
    own.map((slice) => `(${metric}, $${slice}::text, ${slice})`),
  );
  if (byMetric.length === 0) return { ...uncut, where };
  const byEvent = events.flatMap((event, number) => {
    const metric = metrics.findIndex((input) => soleEvent(input) === event);
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
