// The search parameters that a saved view stores. Pure.
import { EventsSearch } from "#console/features/events/sentence/event-searches.ts";

const kept = ["from", "to", "where", "split", "measure", "compare", "fields"] as const;

type ViewQuery = Record<string, string | string[]>;

export const viewQueryOf = (search: EventsSearch): ViewQuery =>
  Object.fromEntries(kept.flatMap((part) => (search[part] === undefined ? [] : [[part, search[part]]])));

/** Whether the address asks the same question as the view. */
export const isOfView = (search: EventsSearch, query: ViewQuery) =>
  JSON.stringify(viewQueryOf(search)) === JSON.stringify(viewQueryOf(EventsSearch.parse(query)));
