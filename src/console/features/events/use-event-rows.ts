import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { call, type Input } from "#console/foundation/api/call.ts";

type Filter = Pick<Input<"listEvents">, "from" | "to" | "name" | "userID" | "source" | "where">;

/** Rows that are read at once. */
const atOnce = 50;

/** The place after the last row, as the address of the next page has it. */
const cursorIn = (nextPage: string | null | undefined) =>
  nextPage ? new URL(nextPage, location.origin).searchParams.get("cursor") : null;

/** The events of a filter, the newest first, as far as they were read; each part goes on where the last one ended. */
export function useEventRows(filter: Filter) {
  const { data, error, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage } = useInfiniteQuery(
    {
      queryKey: ["listEvents", "rows", filter],
      queryFn: ({ pageParam, signal }) => {
        const cursor = pageParam ? { cursor: pageParam } : {};
        // With a filter, be it one that takes all, the answer names the place of its last row.
        const asked = { ...filter, where: filter.where ?? "", limit: atOnce, total: false, ...cursor };
        return call("listEvents", asked, { signal });
      },
      initialPageParam: "",
      getNextPageParam: ({ pagination }) => cursorIn(pagination?.nextPage),
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
      throwOnError: (_, { state }) => state.data === undefined,
    },
  );
  return {
    events: data?.pages.flatMap((page) => page.data),
    hasMore: hasNextPage && !isPlaceholderData,
    isReading: isFetchingNextPage,
    failure: error ?? undefined,
    readMore: () => void fetchNextPage(),
  };
}

export type EventRows = ReturnType<typeof useEventRows>;
