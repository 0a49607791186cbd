// The fields that events carry besides their name, user, value and source. Pure.
import type { EventRecord } from "#contract/event.ts";
import { fieldText } from "./sentence/filter-fields.ts";

/** More columns would leave each too narrow to read. */
export const mostFields = 4;

/** Ids of other types first, then metadata. */
export const fieldsOf = ({ customIDs, metadata }: EventRecord): [string, unknown][] => [
  ...Object.entries(customIDs ?? {}),
  ...Object.entries(metadata ?? {}),
];

/** The text of one field; undefined where the event has none. */
export function textOfField(event: EventRecord, field: string): string | undefined {
  const found = fieldsOf(event).find(([name]) => name === field)?.[1];
  return found === undefined || found === null ? undefined : fieldText(found);
}

/** The fields of these events by name, each with how many events carry it. */
export function fieldCounts(events: readonly EventRecord[]): { value: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const event of events)
    for (const name of new Set(fieldsOf(event).map(([field]) => field)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((left, right) => (left.value < right.value ? -1 : 1));
}
