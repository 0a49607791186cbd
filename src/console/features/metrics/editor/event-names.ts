// The names of events that were logged, the most frequent first, each with how many there are.
import { useQuery } from "@tanstack/react-query";
import { query } from "#console/foundation/api/query.ts";
import type { Suggestion } from "#console/foundation/forms/suggest-field.tsx";
import { plural } from "#console/foundation/ui/wording.ts";

export function useEventNames(): readonly Suggestion[] {
  const { data } = useQuery({
    ...query("listEventCatalogue", { page: 1, limit: 100 }),
    staleTime: 60_000,
  });
  return (data?.data ?? []).map(({ name, events }) => ({ value: name, note: plural(events, "event") }));
}
