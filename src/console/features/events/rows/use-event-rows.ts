import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { call, type Input } from "#console/foundation/api/call.ts";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { countsOfPages, rowsOfPages, wordsOf } from "./event-rows.ts";

type Filter = Pick<Input<"listEvents">, "from" | "to" | "name" | "userID" | "source" | "where">;

/** Rows per request: first as many as `index.html` prefetches, then the maximum of an answer. */
const atOnce = { first: 50, more: 100 };
const none: readonly never[] = [];

/** Returns the cursor after the last row, taken from the address of the next page. */
const cursorIn = (nextPage: string | null | undefined) =>
  nextPage ? new URL(nextPage, location.origin).searchParams.get("cursor") : null;

/** Reads the events of a filter in pages; each continues where the previous one ended. */
export const rowsOfFilter = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ["listEvents", "rows", filter],
    queryFn: async ({ pageParam: cursor, signal }) => {
      // With any filter, even one that matches everything, the answer includes a cursor after its last row.
      const asked = {
        ...filter,
        where: filter.where ?? "",
        limit: cursor ? atOnce.more : atOnce.first,
        total: false,
      };
      return call("listEvents", { ...asked, ...(cursor && { cursor }) }, { signal });
    },
    initialPageParam: "",
    getNextPageParam: ({ pagination }) => cursorIn(pagination?.nextPage),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    // On return to rows far down, they are shown as they were.
    refetchOnMount: ({ state }) => (state.data?.pages.length ?? 0) <= 1,
  });

/** Returns the events of a filter loaded so far, newest first. */
export function useEventRows(filter: Filter) {
  const { data, error, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage } = useInfiniteQuery(
    rowsOfFilter(filter),
  );
  const asked = JSON.stringify(filter);
  const [of, setOf] = useState(asked);
  if (of !== asked && !isPlaceholderData) setOf(asked);
  const pages = data?.pages;
  const first = pages?.[0];
  return {
    rows: useMemo(() => pages && rowsOfPages(pages), [pages]),
    /** The filter that these rows answer. */
    of,
    /** Fields that can be shown as columns, including the current ones. */
    fields: useMemo(() => countsOfPages(pages ?? none), [pages]),
    /** Fields of the newest events, in filter syntax. */
    words: first ? wordsOf(first) : none,
    /** True while the rows of the previous filter stand in for those of this one. */
    isOfBefore: isPlaceholderData,
    hasMore: hasNextPage && !isPlaceholderData,
    isReading: isFetchingNextPage,
    failure: error ?? undefined,
    /** Reads the first page again if none could be read. */
    readMore: useEvent(() => void fetchNextPage()),
  };
}

export type EventRows = Omit<ReturnType<typeof useEventRows>, "isOfBefore"> & {
  /** Reading more costs money, so it happens only on click. */
  isByHand?: true;
};
