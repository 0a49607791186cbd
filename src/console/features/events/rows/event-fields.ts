// The fields that events carry besides their name, user, value and source. Pure.
import type { EventRecord } from "#contract/event.ts";
import type { EventField } from "#contract/event-where.ts";
import { fieldText } from "#console/features/events/sentence/filter-fields.ts";

/** More columns would leave each too narrow to read. */
export const mostFields = 4;

const valueOf = ({ customIDs, metadata }: EventRecord, field: string): unknown =>
  [customIDs, metadata].find((part) => part && Object.hasOwn(part, field))?.[field];

/** The text of one field; undefined where the event has none. */
export function textOfField(event: EventRecord, field: string): string | undefined {
  const found = valueOf(event, field);
  return found === undefined || found === null ? undefined : fieldText(found);
}

/** A column's field: an id of another type goes before metadata of that name. */
export const fieldNamed = ({ customIDs }: Pick<EventRecord, "customIDs">, name: string): EventField => ({
  part: customIDs && Object.hasOwn(customIDs, name) ? "id" : "metadata",
  key: name,
});

export interface FieldCount {
  value: string;
  count: number;
}

/** The fields of these events by name, each with how many events carry it. */
export function fieldCounts(events: readonly EventRecord[]): FieldCount[] {
  const counts = new Map<string, number>();
  for (const { customIDs, metadata } of events)
    for (const name of new Set([...Object.keys(customIDs ?? {}), ...Object.keys(metadata ?? {})]))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((left, right) => (left.value < right.value ? -1 : 1));
}

/** Fields that have a column before the reader chooses any. */
const mostUsual = 3;

/** Events at the beginning by which they are chosen, so that later ones change no column. */
const mostRead = 50;

/** Of the events of one name: the fields that most of the newest carry. */
export const usualFields = (events: readonly EventRecord[]): string[] =>
  fieldCounts(events.slice(0, mostRead))
    .toSorted((left, right) => right.count - left.count)
    .slice(0, mostUsual)
    .map(({ value }) => value);

/** The text of a field of a filter; empty where the event has none. */
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
