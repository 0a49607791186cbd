import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { readRecentUsers } from "./recent-users.ts";

interface ReadUsers {
  readonly read: number;
  readonly wanted: number;
}

/** A back-test stays on the same users while its draft is edited. */
const staleTime = 300_000;
const progressKey = ["recent users progress"];

/** The newest users of the events, with how far reading them is; leaving ends it. */
export function useRecentUsers() {
  const client = useQueryClient();
  const { data: progress } = useQuery<ReadUsers>({ queryKey: progressKey, queryFn: skipToken });
  const { data, error, refetch } = useQuery({
    queryKey: ["recent users"],
    queryFn: ({ signal }) =>
      readRecentUsers({
        signal,
        onProgress: (read, wanted) => client.setQueryData(progressKey, { read, wanted }),
      }),
    staleTime,
  });
  return { recent: data, progress, error: data ? null : error, again: () => void refetch() };
}
