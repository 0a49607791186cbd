// Events as rows of a table; each page is prepared once, however many pages are loaded after it. Pure.
import type { EventRecord } from "#contract/event.ts";
import { printField } from "#contract/event-where.ts";
import { memoized } from "#console/foundation/ui/memoized.ts";
import { fieldCounts, type FieldCount } from "./event-fields.ts";
import { filterFieldsOf } from "#console/features/events/sentence/filter-fields.ts";

/** Events have no id, so identical ones are distinguished by their page and their position on it. */
export type EventRow = EventRecord & { key: string };

export interface EventsPage {
  readonly data: readonly EventRecord[];
  /** Cursor of the start of the page; empty for the first page. */
  readonly cursor: string;
}

export const rowsOf = memoized(({ data, cursor }: EventsPage): readonly EventRow[] =>
  data.map((event, place) => ({
    ...event,
    key: `${event.timestamp}-${place}${cursor && `-${cursor}`}`,
  })),
);

const countsOf = memoized(({ data }: EventsPage) => fieldCounts(data));

/** Returns the fields of all pages by name, each with the number of events that have it. */
export function countsOfPages(pages: readonly EventsPage[]): readonly FieldCount[] {
  const counts = new Map<string, number>();
  for (const page of pages)
    for (const { value, count } of countsOf(page)) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((left, right) => (left.value < right.value ? -1 : 1));
}

/** Field names in filter syntax. */
export const wordsOf = memoized(({ data }: EventsPage): readonly string[] => [
  ...new Set(data.flatMap((event) => filterFieldsOf(event).map(({ field }) => printField(field)))),
]);
