// Keeps the most recently created key, only in memory, until the user has stored it or leaves the console.
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { MadeKey } from "#contract/stored-key.ts";

const queryKey = ["createKey"];

export function useMadeKey() {
  const client = useQueryClient();
  const { data } = useQuery<MadeKey | null>({
    queryKey,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return {
    made: data ?? undefined,
    keep: (made: MadeKey) => void client.setQueryData(queryKey, made),
    forget: () => void client.setQueryData(queryKey, null),
  };
}
