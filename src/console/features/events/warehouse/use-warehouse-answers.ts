// The page's two queries to the warehouse. Each may cost money, so they are repeated only when the user clicks.
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { WarehouseCost, WarehouseEstimate } from "#contract/warehouse-events.ts";
import { call, type Input } from "#console/foundation/api/call.ts";
import { countsOfPages, rowsOfPages } from "#console/features/events/rows/event-rows.ts";

export type WarehouseFilter = Omit<Input<"readWarehouseEventCounts">, "acceptBytes" | "bins">;

const once = {
  staleTime: "static",
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchOnMount: false,
} as const;

/** Rows per page; the whole query runs again for each page. */
const atOnce = 100;
const none: readonly never[] = [];

export function useWarehouseAnswers(filter: WarehouseFilter) {
  const client = useQueryClient();
  /** Bytes that each query may read, once approved; a query answered without approval is not sent again. */
  const [accepted, setAccepted] = useState<{ counts?: number; rows?: number }>({});
  const asking = (bytes: number | undefined) => ({
    ...filter,
    ...(bytes !== undefined && { acceptBytes: bytes }),
  });
  const [countsAsked, rowsAsked] = [asking(accepted.counts), asking(accepted.rows)];
  const countsKey = ["readWarehouseEventCounts", countsAsked];
  const counts = useQuery({
    queryKey: countsKey,
    queryFn: ({ signal }) => call("readWarehouseEventCounts", countsAsked, { signal }),
    ...once,
  });
  const rowsKey = ["readWarehouseEvents", rowsAsked];
  const rows = useInfiniteQuery({
    queryKey: rowsKey,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const page = { ...rowsAsked, limit: atOnce, ...(cursor && { cursor }) };
      return call("readWarehouseEvents", page, { signal });
    },
    initialPageParam: "",
    getNextPageParam: ({ data }) => data.answer?.next,
    ...once,
  });
  const pages = rows.data?.pages.map(({ data }) => data) ?? [];
  const counted = counts.data?.data;
  const told = [...(counted ? [counted] : []), ...pages];
  const unread = { counts: counted, rows: pages.at(-1) };
  const waiting = Object.entries(unread).flatMap(([of, one]) =>
    one?.answer === null ? [{ of, estimate: one.estimate }] : [],
  );
  const isAsking = counts.isFetching || (rows.isFetching && !rows.isFetchingNextPage);
  const read = useMemo(
    () => rows.data?.pages.flatMap(({ data: { answer } }) => (answer ? [{ data: answer.events }] : [])) ?? [],
    [rows.data],
  );
  const eventRows = {
    rows: useMemo(() => (read.length > 0 ? rowsOfPages(read) : undefined), [read]),
    of: JSON.stringify(filter),
    fields: useMemo(() => countsOfPages(read), [read]),
    words: none,
    hasMore: rows.hasNextPage,
    isReading: rows.isFetchingNextPage,
    failure: rows.isFetchNextPageError ? rows.error : undefined,
    readMore: () => void rows.fetchNextPage(),
    isByHand: true as const,
  };
  return {
    provider: told[0]?.provider,
    counts: counted?.answer ?? undefined,
    rows: eventRows,
    isAsking,
    failure: counts.error ?? (rows.isFetchNextPageError ? undefined : rows.error) ?? undefined,
    /** Estimates of the queries that wait for approval. */
    waiting: waiting.map(({ estimate }): WarehouseEstimate => estimate),
    accept: () =>
      setAccepted((before) => ({
        ...before,
        ...Object.fromEntries(waiting.map(({ of, estimate }) => [of, estimate.neededBytes])),
      })),
    costs: told.flatMap(({ cost }): WarehouseCost[] => (cost ? [cost] : [])),
    stop: () => {
      void client.cancelQueries({ queryKey: countsKey, exact: true });
      void client.cancelQueries({ queryKey: rowsKey, exact: true });
    },
    askAgain: () => {
      void counts.refetch();
      // A refetch would also read all further pages again.
      void client.resetQueries({ queryKey: rowsKey, exact: true });
    },
  };
}
