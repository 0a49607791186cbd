// Event sources: an event name of the log, or the events of a name that meet filters. After the log is read, each
// source counts as an event of its own. Pure.
import type { MetricCriterion } from "#contract/metric.ts";

export interface EventSource {
  name: string;
  criteria: readonly MetricCriterion[];
}

/** Prefix of keys with filters; the log contains no text with this character. */
const filtered = "\u0000";

/** Key of a source in the measurement plan: the event name, or a serialized form if there are filters. */
export const sourceKey = (name: string, criteria: readonly MetricCriterion[] | null | undefined): string =>
  criteria?.length ? filtered + JSON.stringify([name, criteria]) : name;

export const isFiltered = (key: string) => key.startsWith(filtered);

export function sourceOf(key: string): EventSource {
  if (!isFiltered(key)) return { name: key, criteria: [] };
  // The key was written by `sourceKey`.
  const [name, criteria] = JSON.parse(key.slice(1)) as [string, MetricCriterion[]];
  return { name, criteria };
}
