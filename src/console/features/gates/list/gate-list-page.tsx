import { getRouteApi } from "@tanstack/react-router";
import { Suspense, useMemo } from "react";
import { queryPage } from "#console/foundation/api/query.ts";
import { NewEntityButton } from "#console/editing/create/new-entity-button.tsx";
import { DraftList } from "#console/editing/drafts/draft-list.tsx";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { EntityList } from "#console/foundation/table/entity-list.tsx";
import { ListSkeleton } from "#console/foundation/table/list-page.tsx";
import { useListedPage } from "#console/foundation/table/listed-page.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { gateColumnsOf } from "./gate-columns.tsx";
import { GateFilters } from "./gate-filters.tsx";
import { gatePageOf } from "./gate-list-input.ts";
import { hiddenColumns } from "./gate-search.ts";
import { TagSeveral, useChosenGates } from "./chosen-gates.tsx";

const route = getRouteApi("/$company/gates");
const TagsBar = lazyPart("The choice of gates", async () => (await import("./tags-bar.tsx")).TagsBar);
const NewGate = lazyPart("The form for a new gate", async () => (await import("./new-gate.tsx")).NewGate);

export function GateListPage() {
  const search = route.useSearch();
  const listed = useListedPage(queryPage("listGates", gatePageOf(search)));
  const names = listed?.counts.names;
  const nameOf = useMemo<NameOf>(() => {
    const known = new Map(names?.map(({ id, name }) => [id, name]));
    return (id) => known.get(id);
  }, [names]);
  const choosing = useChosenGates();
  const { chosen, setChosen, mark } = choosing;
  const columns = useMemo(() => gateColumnsOf({ nameOf, mark }), [nameOf, mark]);
  if (!listed) return <ListSkeleton title="Gates" />;
  const { counts, failure, isBusy } = listed;
  const total = failure || isBusy ? undefined : listed.total;
  return (
    <EntityList
      {...listed}
      title="Gates"
      noun="gate"
      to="/$company/gates/$id"
      columns={columns}
      hidden={hiddenColumns(search)}
      search={search}
    >
      <NewEntityButton label="New gate">{(close) => <NewGate onClose={close} />}</NewEntityButton>
      <DraftList section="gates" />
      <GateFilters counts={counts} columns={columns}>
        <TagSeveral choosing={choosing} />
      </GateFilters>
      {chosen ? (
        <Suspense>
          <TagsBar chosen={chosen} setChosen={setChosen} counts={counts} total={total} search={search} />
        </Suspense>
      ) : null}
    </EntityList>
  );
}
