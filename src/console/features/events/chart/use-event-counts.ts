import { useQuery } from "@tanstack/react-query";
import { queryPage } from "#console/foundation/api/query.ts";
import type { EventsFilter } from "#console/features/events/values/values-panel.tsx";
import type { ChartView } from "./event-chart.tsx";

/** The counts over time that the chart draws and the sentence above it tells. */
export const useEventCounts = (filter: EventsFilter, { split, measure = "events", compare }: ChartView) =>
  useQuery(
    queryPage("readEventCounts", {
      ...filter,
      ...(split && { split }),
      measure,
      // The period before has a length only where this one has a begin.
      ...(compare && filter.from !== undefined && { compare: true }),
    }),
  );
