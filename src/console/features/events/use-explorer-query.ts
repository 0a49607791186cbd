// The question in the address, and the question whose answer is shown: the previous one until the new answer is complete.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { parseField, printField } from "#contract/event-where.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import type { ChartView } from "#console/features/events/chart/event-chart.tsx";
import { useEventCounts } from "#console/features/events/chart/use-event-counts.ts";
import { rowsOfFilter } from "#console/features/events/rows/use-event-rows.ts";
import type { EventsSearch } from "#console/features/events/sentence/event-searches.ts";
import { filterOf, partOf, timesText, type TimeSpan } from "#console/features/events/sentence/question.ts";

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
export function useExplorerQuery(search: EventsSearch, event: string | undefined): ExplorerQuery {
  const { from, to, where, during, split, measure, compare } = search;
  return useMemo(() => {
    const filter = filterOf({ from, to, where }, event);
    const part = partOf(during);
    const view: ChartView = {
      split: fieldText(split),
      measure: measure === "units" ? measure : undefined,
      compare: compare === "before",
    };
    return { filter, view, part, shown: part ? { ...filter, ...timesText(part) } : filter };
  }, [from, to, where, event, during, split, measure, compare]);
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
