// An event of the log, or those of one name that meet filters: to everything after the reading of the log an event of its own. Pure.
import type { MetricCriterion } from "#contract/metric.ts";

export interface EventSource {
  name: string;
  criteria: readonly MetricCriterion[];
}

/** No text of the log has this character. */
const filtered = "\u0000";

/** The key by which the plan of measurements names a source: without filters it is the name of the event. */
export const sourceKey = (name: string, criteria: readonly MetricCriterion[] | null | undefined): string =>
  criteria?.length ? filtered + JSON.stringify([name, criteria]) : name;

export const isFiltered = (key: string) => key.startsWith(filtered);

export function sourceOf(key: string): EventSource {
  if (!isFiltered(key)) return { name: key, criteria: [] };
  // sourceKey wrote it.
  const [name, criteria] = JSON.parse(key.slice(1)) as [string, MetricCriterion[]];
  return { name, criteria };
}
