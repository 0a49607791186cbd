// Counts in an experiment's log that only its health checks need; the number of queries is constant.
import { isFiltered, sourceOf } from "#service/analysis/plan/event-source.ts";
import { amountsOf, eventNames, metricInput } from "#service/analysis/plan/metric-inputs.ts";
import type { Window } from "#service/analysis/totals/assignment.ts";
import type { Metric } from "#contract/metric.ts";
import type { Reader, Value } from "#service/database/database.ts";
import { eventUnit } from "#service/database/logs.ts";

export interface LogCounts {
  exposures: number;
  /** Number of exposures with a unit id. */
  withUnit: number;
  /** Ids of the metrics for which an exposed unit logged an event. */
  metricsWithData: string[];
}

/** Returns the keys of the events that a metric counts. */
function eventKeys(metric: Metric): string[] {
  const input = metricInput(metric);
  const keys = input ? amountsOf(input).map(({ event }) => event) : [];
  return keys.some(isFiltered) ? keys : eventNames(metric);
}

/**
 * `logged` contains keys of events that units are known to have logged: the log is not searched for these, nor for keys
 * with filters. Without it, events are searched by name, regardless of filters.
 */
export async function readLogCounts(
  reader: Reader,
  window: Window | undefined,
  metrics: readonly Metric[],
  logged?: readonly string[],
): Promise<LogCounts> {
  if (!window) return { exposures: 0, withUnit: 0, metricsWithData: [] };
  const inWindow = [window.experimentID, window.start, window.end];
  const [counts] = await reader.query<{ exposures: number; withUnit: number }>(
    `select count(*) as exposures, count(*) filter (where unit_id <> '') as "withUnit"
     from exposure where experiment_id = $1 and time >= $2 and time <= $3`,
    inWindow,
  );
  const names = new Set(logged);
  const asked = (key: string) => (logged ? key : sourceOf(key).name);
  const unknown = [...new Set(metrics.flatMap(eventKeys).map(asked))].filter(
    (key) => !names.has(key) && !isFiltered(key),
  );
  if (unknown.length > 0) {
    const values: Value[] = [...inWindow, unknown];
    const unit = eventUnit(window.idType, (idType) => `$${values.push(idType)}::text`);
    const found = await reader.query<{ name: string }>(
      `select name from event
       where name = any($4) and ${unit} in (
         select unit_id from exposure where experiment_id = $1 and time >= $2 and time <= $3 and unit_id <> '')
       group by name`,
      values,
    );
    for (const { name } of found) names.add(name);
  }
  return {
    ...(counts ?? { exposures: 0, withUnit: 0 }),
    metricsWithData: metrics
      .filter((metric) => eventKeys(metric).some((key) => names.has(asked(key))))
      .map((metric) => metric.id),
  };
}
