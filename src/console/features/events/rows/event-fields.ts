// The fields that events have besides name, user, value and source. Pure.
import type { EventRecord } from "#contract/event.ts";
import type { EventField } from "#contract/event-where.ts";
import { fieldText } from "#console/features/events/sentence/filter-fields.ts";

/** Maximum number of columns; with more, each would be too narrow to read. */
export const mostFields = 4;

const valueOf = ({ customIDs, metadata }: EventRecord, field: string): unknown =>
  [customIDs, metadata].find((part) => part && Object.hasOwn(part, field))?.[field];

/** Returns the text of a field; undefined if the event does not have it. */
export function textOfField(event: EventRecord, field: string): string | undefined {
  const found = valueOf(event, field);
  return found === undefined || found === null ? undefined : fieldText(found);
}

/** Resolves a column's field: an additional id takes precedence over metadata of the same name. */
export const fieldNamed = ({ customIDs }: Pick<EventRecord, "customIDs">, name: string): EventField => ({
  part: customIDs && Object.hasOwn(customIDs, name) ? "id" : "metadata",
  key: name,
});

export interface FieldCount {
  value: string;
  count: number;
}

/** Returns the fields of these events by name, each with the number of events that have it. */
export function fieldCounts(events: readonly EventRecord[]): FieldCount[] {
  const counts = new Map<string, number>();
  for (const { customIDs, metadata } of events)
    for (const name of new Set([...Object.keys(customIDs ?? {}), ...Object.keys(metadata ?? {})]))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((left, right) => (left.value < right.value ? -1 : 1));
}

/** Maximum number of fields shown as columns by default. */
const mostUsual = 3;

/** Number of events at the start that determine these fields, so that later ones change no column. */
const mostRead = 50;

/** Returns the default columns for events of one name: the most frequent fields of the newest events. */
export const usualFields = (events: readonly EventRecord[]): string[] =>
  fieldCounts(events.slice(0, mostRead))
    .toSorted((left, right) => right.count - left.count)
    .slice(0, mostUsual)
    .map(({ value }) => value);

/** Returns the text of a filter's field; empty if the event does not have it. */
export function textOfEvent(event: EventRecord, field: EventField): string {
  const own: unknown =
    field.part === "metadata"
      ? event.metadata?.[field.key]
      : field.part === "id"
        ? event.customIDs?.[field.key]
        : field.part === "user" || field.part === "anything"
          ? undefined
          : event[field.part];
  return own === undefined || own === null ? "" : fieldText(own);
}
