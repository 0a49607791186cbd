// Keeps the most recently created key, only in memory, until the user has stored it or leaves the console.
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CreatedKey } from "#contract/stored-key.ts";

const queryKey = ["createKey"];

export function useMadeKey() {
  const client = useQueryClient();
  const { data } = useQuery<CreatedKey | null>({
    queryKey,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return {
    made: data ?? undefined,
    keep: (made: CreatedKey) => void client.setQueryData(queryKey, made),
    forget: () => void client.setQueryData(queryKey, null),
  };
}
