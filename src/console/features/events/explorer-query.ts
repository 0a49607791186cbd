// The queries of the explorer for an address. They are also sent while the explorer's code is still loading.
import type { QueryClient } from "@tanstack/react-query";
import { parseField, printField } from "#contract/event-where.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import type { ChartView } from "#console/features/events/chart/event-chart.tsx";
import { eventCountsOf } from "#console/features/events/chart/use-event-counts.ts";
import { rowsOfFilter } from "#console/features/events/rows/use-event-rows.ts";
import { EventsSearch } from "#console/features/events/sentence/event-searches.ts";
import {
  filterOf,
  isUnreadable,
  partOf,
  timesText,
  type TimeSpan,
} from "#console/features/events/sentence/question.ts";

type Filter = ReturnType<typeof filterOf> & { name?: string[] };

export interface ExplorerQuery {
  readonly filter: Filter;
  readonly view: ChartView;
  /** The selected part of the time, and the filter of its rows. */
  readonly part: TimeSpan | undefined;
  readonly shown: Filter;
}

/** Formats the field in the address; undefined if it is not valid. */
function fieldText(split: string | undefined): string | undefined {
  if (!split) return undefined;
  try {
    return printField(parseField(split));
  } catch {
    return undefined;
  }
}

/** Returns the question in the address; on the page of one event, about that name only. */
export function explorerQueryOf(search: EventsSearch, event: string | undefined): ExplorerQuery {
  const { from, to, where, during, split, measure, compare } = search;
  const filter = filterOf({ from, to, where }, event);
  const part = partOf(during);
  const view: ChartView = {
    split: fieldText(split),
    measure: measure === "units" ? measure : undefined,
    compare: compare === "before",
  };
  return { filter, view, part, shown: part ? { ...filter, ...timesText(part) } : filter };
}

/** Starts the queries of the log of all events: the rows first, which take longest to draw. */
export async function prefetchExplorer(client: QueryClient, address: object): Promise<void> {
  const search = EventsSearch.parse(address);
  const isLog = !search.import && !search.tab && !search.store;
  if (!isLog || isUnreadable(search)) return;
  const { filter, view, shown } = explorerQueryOf(search, undefined);
  await Promise.all([
    client.prefetchInfiniteQuery(rowsOfFilter(shown)),
    client.prefetchQuery(eventCountsOf(filter, view)),
    client.prefetchQuery(queryPage("readEventTotal", filter)),
  ]);
}
