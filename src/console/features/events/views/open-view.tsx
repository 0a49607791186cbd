// The open saved view: who saved it, and whether the question still equals the saved one.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { isNotFound } from "#console/foundation/api/failure.ts";
import { query } from "#console/foundation/api/query.ts";
import { saveFailureText, useSave } from "#console/foundation/api/save.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { EventsSearch } from "#console/features/events/sentence/event-searches.ts";
import { isOfView, viewQueryOf } from "./view-query.ts";

interface OpenViewProps {
  id: string;
  search: EventsSearch;
}

/** The search parameters of an empty question. */
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
  const { data, error, refetch } = useQuery(query("readEventView", { id }));
  const change = useSave("patchEventView");
  const refusal = useSaveRefusal();
  /** The version of the view that the changes are based on. */
  const [base, setBase] = useState<number>();
  if (error && isNotFound(error))
    return <p className="text-12 text-text-muted">This view does not exist any more.</p>;
  if (!data) return null;
  const { query: saved, lastModifierName, version } = data.data;
  const isSame = isOfView(search, saved);
  if (base !== version && (base === undefined || isSame)) setBase(version);
  if (isSame)
    return lastModifierName ? <p className="text-12 text-text-muted">Saved by {lastModifierName}</p> : null;
  // Another tab or user has saved meanwhile: the button says that it overwrites their changes.
  const isTheirs = base !== undefined && base !== version;
  const said = change.error
    ? `Not saved. ${saveFailureText(change.error)}`
    : (refusal ??
      (isTheirs
        ? `Changed here, and saved meanwhile by ${lastModifierName ?? "somebody"}`
        : "Changed since it was saved"));
  return (
    <div className="flex items-center gap-x-1 text-12 max-tablet:flex-wrap">
      {/* Two lines of fixed width are reserved, so that a reason that arrives late moves nothing. */}
      <p
        role="status"
        title={said}
        className={`mr-1 line-clamp-2 max-tablet:min-h-8 max-tablet:w-full tablet:w-60 tablet:text-right desk:w-100 ${change.error ? "text-danger" : "text-text-muted"}`}
      >
        <span key={said}>{said}</span>
      </p>
      <Button
        size="small"
        variant="quiet"
        onClick={() => {
          change.reset();
          setSearch({ ...nothing, ...EventsSearch.parse(saved), view: id }, { replace: false });
        }}
      >
        Undo changes
      </Button>
      <Button
        size="small"
        disabledReason={refusal}
        reasonAt="page"
        onClick={() => {
          if (change.isPending) return;
          change.mutate(
            { id, body: { query: viewQueryOf(search) }, basedOn: version },
            // After a conflict or a deletion, the next click applies to what is stored then.
            { onError: () => void refetch() },
          );
        }}
      >
        {isTheirs ? "Save over it" : "Save changes"}
      </Button>
    </div>
  );
}
