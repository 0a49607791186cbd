// The names of events that were logged.
import { useQuery } from "@tanstack/react-query";
import { query } from "#console/foundation/api/query.ts";
import type { Suggestion } from "#console/foundation/forms/suggest-field.tsx";

export function useEventNames(): readonly Suggestion[] {
  const { data } = useQuery({
    ...query("search", { text: "", kind: "event", limit: 100 }),
    staleTime: 60_000,
  });
  return (data?.data.entities ?? []).map(({ name }) => ({ value: name }));
}
