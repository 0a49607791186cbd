// The question in the address, and the question whose answer is shown: the previous one until the new answer is complete.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { queryPage } from "#console/foundation/api/query.ts";
import { useEventCounts } from "#console/features/events/chart/use-event-counts.ts";
import { rowsOfFilter } from "#console/features/events/rows/use-event-rows.ts";
import type { EventsSearch } from "#console/features/events/sentence/event-searches.ts";
import { explorerQueryOf, type ExplorerQuery } from "./explorer-query.ts";

/** Returns the question in the address; on the page of one event, about that name only. */
export function useExplorerQuery(search: EventsSearch, event: string | undefined): ExplorerQuery {
  const { from, to, where, during, split, measure, compare } = search;
  return useMemo(
    () => explorerQueryOf({ from, to, where, during, split, measure, compare }, event),
    [from, to, where, event, during, split, measure, compare],
  );
}

/** ms: after this time each part of the answer is shown as it arrives. */
const maximumWait = 500;

/** Returns the question to show, so that the number, the chart and the rows change together. */
export function useDisplayedQuery(asked: ExplorerQuery): ExplorerQuery {
  const { filter, view, shown } = asked;
  const isWhole = [
    useQuery(queryPage("readEventTotal", filter)),
    useQuery(queryPage("readEventTotal", shown)),
    useEventCounts(filter, view),
    useInfiniteQuery(rowsOfFilter(shown)),
  ].every(({ isPending, isPlaceholderData }) => !isPending && !isPlaceholderData);
  const [drawn, setDrawn] = useState(asked);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(asked), maximumWait);
    return () => clearTimeout(timer);
  }, [asked]);
  if (isWhole && drawn !== asked) setDrawn(asked);
  return isWhole ? asked : drawn;
}
