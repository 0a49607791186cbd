// The saved view that is open: who saved it, and whether the question is still the one that it keeps.
import { useQuery } from "@tanstack/react-query";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { isNotFound } from "#console/foundation/api/failure.ts";
import { query } from "#console/foundation/api/query.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { EventsSearch } from "#console/features/events/sentence/event-searches.ts";
import { isOfView, viewQueryOf } from "./view-query.ts";

interface OpenViewProps {
  id: string;
  search: EventsSearch;
}

/** The question without any of its parts. */
const nothing = {
  from: undefined,
  to: undefined,
  where: undefined,
  split: undefined,
  measure: undefined,
  compare: undefined,
  fields: undefined,
  during: undefined,
  row: undefined,
};

export function OpenView({ id, search }: OpenViewProps) {
  const setSearch = useSetSearch<EventsSearch>();
  const { data, error } = useQuery(query("readEventView", { id }));
  const change = useSave("patchEventView");
  const refusal = useSaveRefusal();
  if (error && isNotFound(error))
    return <p className="text-12 text-text-muted">This view does not exist any more.</p>;
  if (!data) return null;
  const { query: saved, lastModifierName, version } = data.data;
  if (isOfView(search, saved))
    return lastModifierName ? <p className="text-12 text-text-muted">Saved by {lastModifierName}</p> : null;
  return (
    <div className="flex items-center gap-x-1 text-12">
      <p role="status" className={`mr-1 ${change.error ? "text-danger" : "text-text-muted"}`}>
        {change.error ? "Not saved. " : ""}Changed since it was saved
      </p>
      <Button
        size="small"
        variant="quiet"
        onClick={() => setSearch({ ...nothing, ...EventsSearch.parse(saved), view: id }, { replace: false })}
      >
        Undo changes
      </Button>
      {refusal === undefined ? (
        <Button
          size="small"
          onClick={() => {
            if (!change.isPending)
              change.mutate({ id, body: { query: viewQueryOf(search) }, basedOn: version });
          }}
        >
          Save changes
        </Button>
      ) : null}
    </div>
  );
}
