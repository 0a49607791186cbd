// Names of logged events as suggestions; their counts come from a second request and may appear later.
import { useQuery } from "@tanstack/react-query";
import { query } from "#console/foundation/api/query.ts";
import type { Suggestion } from "#console/foundation/forms/suggest-field.tsx";
import { plural } from "#console/foundation/ui/wording.ts";

const staleTime = 60_000;

export function useEventNames(): readonly Suggestion[] {
  const { data } = useQuery({ ...query("search", { text: "", kind: "event", limit: 100 }), staleTime });
  const catalogue = useQuery({ ...query("listEventCatalogue", { page: 1, limit: 100 }), staleTime }).data;
  const counts = new Map(catalogue?.data.map(({ name, events }) => [name, plural(events, "event")]));
  return (data?.data.entities ?? []).map(({ name }) => ({ value: name, note: counts.get(name) }));
}
