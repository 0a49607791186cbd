// One walk per gate for all that shows it; leaving the page ends it.
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { readReach, type Reach, type ReachProgress } from "./reach.ts";

export interface ReadReach {
  readonly reach: Reach | undefined;
  /** How far the first reading is; undefined before it has found anything. */
  readonly progress: ReachProgress | undefined;
  readonly error: Error | null;
  readonly again: () => void;
}

/** Long walks are not repeated with every look; every save reads anew. */
const staleTime = 60_000;

export function useReach(gateID: string): ReadReach {
  const client = useQueryClient();
  const progressKey = ["reach progress", gateID];
  const { data: progress } = useQuery<ReachProgress>({ queryKey: progressKey, queryFn: skipToken });
  const { data, error, refetch } = useQuery({
    queryKey: ["reach", gateID],
    queryFn: ({ signal }) =>
      readReach(gateID, { signal, onProgress: (next) => client.setQueryData(progressKey, next) }),
    staleTime,
  });
  return { reach: data, progress, error: data ? null : error, again: () => void refetch() };
}
