// The names of all logged events: how many events, since when, with which fields and anomalies.
import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { CataloguedEvent } from "#contract/event-catalogue.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { useListedPage } from "#console/foundation/table/listed-page.tsx";
import { Paging } from "#console/foundation/table/paging.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { catalogueColumns } from "./catalogue-columns.tsx";
import { dayLength } from "./catalogue-words.ts";
import { CataloguedFields } from "./catalogued-fields.tsx";

/** The search parameters that this page changes. */
interface NamesSearch {
  page: number | undefined;
  row: string | undefined;
  named: string | undefined;
  flagged: true | undefined;
}

const route = getRouteApi("/$company/events");
const limit = 50;

function Filters({ named, flagged }: { named: string; flagged: boolean }) {
  const setSearch = useSetSearch<NamesSearch>();
  return (
    <div role="search" aria-label="Filter the names" className="flex flex-wrap items-center gap-2 py-3">
      <SearchField
        label="Filter by name"
        value={named}
        onChange={(text) => setSearch({ named: text || undefined, page: undefined })}
      />
      <Segment
        label="Which names"
        value={flagged ? "flagged" : "all"}
        options={[
          { value: "all", label: "All" },
          { value: "flagged", label: "To look at" },
        ]}
        onChange={(value) => setSearch({ flagged: value === "flagged" || undefined, page: undefined })}
      />
    </div>
  );
}

function emptyText({ named, flagged, total }: { named: string; flagged: boolean; total: number }) {
  if (total > 0) return "There are fewer pages of names.";
  if (!named) return "Nothing odd about these names.";
  return flagged ? "Nothing odd about such a name." : "No event has such a name.";
}

export function EventNames() {
  const { page = 1, row: opened, named = "", flagged = false } = route.useSearch();
  const setSearch = useSetSearch<NamesSearch>({ resetScroll: false });
  const [today] = useState(() => Math.floor(Date.now() / dayLength));
  const { rows, total, failure } = useListedPage(
    queryPage("listEventCatalogue", { page, limit, flagged, ...(named && { named }) }),
  );
  const columns = useMemo(() => {
    const toggle = ({ name }: CataloguedEvent) => setSearch({ row: name === opened ? undefined : name });
    return { toggle, all: catalogueColumns({ opened, toggle, today }) };
  }, [opened, setSearch, today]);
  if (rows && total === 0 && !named && !flagged) return <Empty title="No events were logged yet." />;
  return (
    <>
      <Filters named={named} flagged={flagged} />
      {failure}
      <Table
        caption="Names of events"
        rows={rows}
        rowKey={({ name }) => name}
        columns={columns.all}
        onOpen={columns.toggle}
        isSorted
        emptyText={emptyText({ named, flagged, total })}
        detail={(event) => (event.name === opened ? <CataloguedFields event={event} today={today} /> : null)}
      />
      {total > limit || (total > 0 && page > 1) ? (
        <Paging
          label="Pages of names"
          total={total}
          page={page}
          limit={limit}
          noun="names"
          onPage={(next) => setSearch({ page: next, row: undefined }, { replace: false })}
        />
      ) : null}
    </>
  );
}
