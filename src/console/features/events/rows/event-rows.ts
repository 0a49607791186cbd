// Events as rows of a table; each page is prepared once, however many pages are loaded after it. Pure.
import type { EventRecord } from "#contract/event.ts";
import { printField } from "#contract/event-where.ts";
import { memoized } from "#console/foundation/ui/memoized.ts";
import { fieldCounts, type FieldCount } from "./event-fields.ts";
import { filterFieldsOf } from "#console/features/events/sentence/filter-fields.ts";

/**
 * Events have no id, so their rows are told apart by time and, within one instant, by their order. A row keeps its key while
 * newer events arrive, so that a link to it stays valid.
 */
export type EventRow = EventRecord & { key: string };

export interface EventsPage {
  readonly data: readonly EventRecord[];
}

/** Returns the rows of a page; `passed` is the number of rows before it that have the time of its first event. */
function rowsAfter(data: EventsPage["data"], passed: number): readonly EventRow[] {
  let place = passed - 1;
  return data.map((event, index) => {
    place = index === 0 || data[index - 1]?.timestamp === event.timestamp ? place + 1 : 0;
    return { ...event, key: `${event.timestamp}-${place}` };
  });
}

/** The rows of each page by `passed`. */
const knownRows = memoized<EventsPage, Map<number, readonly EventRow[]>>(() => new Map());

/** Returns the rows of all pages, newest first. */
export function rowsOfPages(pages: readonly EventsPage[]): readonly EventRow[] {
  const rows: EventRow[] = [];
  for (const page of pages) {
    const time = page.data[0]?.timestamp;
    const start = rows.findLastIndex(({ timestamp }) => timestamp !== time) + 1;
    const passed = rows.length - start;
    const known = knownRows(page);
    const own = known.get(passed) ?? rowsAfter(page.data, passed);
    known.set(passed, own);
    rows.push(...own);
  }
  return rows;
}

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
