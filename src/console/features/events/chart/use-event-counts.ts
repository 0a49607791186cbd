import { useQuery } from "@tanstack/react-query";
import { queryPage } from "#console/foundation/api/query.ts";
import type { EventsFilter } from "#console/features/events/values/values-panel.tsx";
import type { ChartView } from "./event-chart.tsx";

export const eventCountsOf = (filter: EventsFilter, { split, measure = "events", compare }: ChartView) =>
  queryPage("readEventCounts", {
    ...filter,
    ...(split && { split }),
    measure,
    // The previous period has a length only if this one has a start.
    ...(compare && filter.from !== undefined && { compare: true }),
  });

/** The counts over time, for the chart and for the sentence above it. */
export const useEventCounts = (filter: EventsFilter, view: ChartView) =>
  useQuery(eventCountsOf(filter, view));
