import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { queryAll } from "#console/foundation/api/query.ts";
import { NewEntityButton } from "#console/editing/create/new-entity-button.tsx";
import { DraftList } from "#console/editing/drafts/draft-list.tsx";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { EntityList } from "#console/foundation/table/entity-list.tsx";
import { ListPage } from "#console/foundation/table/list-page.tsx";
import { sortOf } from "#console/foundation/table/listing-search.ts";
import { sortRows } from "#console/foundation/table/sort-rows.ts";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { findGates, listed } from "./find-gates.ts";
import { gateColumnsOf } from "./gate-columns.tsx";
import { GateFilters } from "./gate-filters.tsx";
import { hiddenColumns } from "./gate-search.ts";
import { TagsBar, TagSeveral, useChosenGates } from "./tags-bar.tsx";

const route = getRouteApi("/$company/gates");
const NewGate = lazyPart("The form for a new gate", async () => (await import("./new-gate.tsx")).NewGate);

function GateTable() {
  const { data: gates } = useSuspenseQuery(queryAll("listGates", { includeArchived: true }));
  const search = route.useSearch();
  const nameOf = useMemo<NameOf>(() => {
    const names = new Map(gates.map(({ id, name }) => [id, name]));
    return (id) => names.get(id);
  }, [gates]);
  const choosing = useChosenGates();
  const { mark } = choosing;
  const columns = useMemo(() => gateColumnsOf({ nameOf, mark }), [nameOf, mark]);
  const { sort, order } = search;
  // All gates are sorted once for an order: a search only leaves some out, and a page is a part of one order.
  const sorted = useMemo(
    () => listed(sortRows(gates, gateColumnsOf({ nameOf }), sortOf({ sort, order }))),
    [gates, nameOf, sort, order],
  );
  const found = useMemo(() => findGates(sorted, search), [sorted, search]);
  return (
    <EntityList
      title="Gates"
      noun="gate"
      to="/$company/gates/$id"
      all={gates}
      isArchived={({ status }) => status === "Archived"}
      rows={found}
      columns={columns}
      hidden={hiddenColumns(search)}
      search={search}
    >
      <NewEntityButton label="New gate">{(close) => <NewGate onClose={close} />}</NewEntityButton>
      <DraftList section="gates" />
      <GateFilters gates={gates} columns={columns}>
        <TagSeveral choosing={choosing} />
      </GateFilters>
      <TagsBar choosing={choosing} gates={gates} found={found} />
    </EntityList>
  );
}

export const GateListPage = () => (
  <ListPage title="Gates">
    <GateTable />
  </ListPage>
);
