import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call, type Input } from "#console/foundation/api/call.ts";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { countsOfPages, rowsOf, wordsOf } from "./event-rows.ts";

type Filter = Pick<Input<"listEvents">, "from" | "to" | "name" | "userID" | "source" | "where">;

/** Rows that are read at once: at first as many as `index.html` asks for, then as many as an answer may have. */
const atOnce = { first: 50, more: 100 };
const none: readonly never[] = [];

/** The place after the last row, as the address of the next page has it. */
const cursorIn = (nextPage: string | null | undefined) =>
  nextPage ? new URL(nextPage, location.origin).searchParams.get("cursor") : null;

/** The events of a filter, the newest first, as far as they were read; each part goes on where the last one ended. */
export function useEventRows(filter: Filter) {
  const { data, error, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage } = useInfiniteQuery(
    {
      queryKey: ["listEvents", "rows", filter],
      queryFn: async ({ pageParam: cursor, signal }) => {
        // With a filter, be it one that takes all, the answer names the place of its last row.
        const asked = {
          ...filter,
          where: filter.where ?? "",
          limit: cursor ? atOnce.more : atOnce.first,
          total: false,
        };
        const answer = await call("listEvents", { ...asked, ...(cursor && { cursor }) }, { signal });
        return { ...answer, cursor };
      },
      initialPageParam: "",
      getNextPageParam: ({ pagination }) => cursorIn(pagination?.nextPage),
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
      // Whoever comes back to rows far down finds them as they were.
      refetchOnMount: ({ state }) => (state.data?.pages.length ?? 0) <= 1,
    },
  );
  const pages = data?.pages;
  const first = pages?.[0];
  return {
    rows: useMemo(() => pages?.flatMap(rowsOf), [pages]),
    /** Fields that have, or may have, a column. */
    fields: useMemo(() => countsOfPages(pages ?? none), [pages]),
    /** Fields of the newest events, in the words of a filter. */
    words: first ? wordsOf(first) : none,
    hasMore: hasNextPage && !isPlaceholderData,
    isReading: isFetchingNextPage,
    failure: error ?? undefined,
    /** Or the first of them again, where none could be read. */
    readMore: useEvent(() => void fetchNextPage()),
  };
}

export type EventRows = ReturnType<typeof useEventRows> & {
  /** More of them cost something, so a reader asks for them. */
  isByHand?: true;
};
