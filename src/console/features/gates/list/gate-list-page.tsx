import { getRouteApi } from "@tanstack/react-router";
import { Suspense, useEffect, useMemo, useState } from "react";
import type { Gate } from "#contract/gate.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { NewEntityButton } from "#console/editing/create/new-entity-button.tsx";
import { DraftList } from "#console/editing/drafts/draft-list.tsx";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { EntityList } from "#console/foundation/table/entity-list.tsx";
import { useListedPage } from "#console/foundation/table/listed-page.tsx";
import { lazyPart, optionalPart } from "#console/foundation/ui/lazy-part.tsx";
import { whenIdle } from "#console/foundation/ui/when-idle.ts";
import { gateColumnsOf } from "./gate-columns.tsx";
import { GateFilters } from "./gate-filters.tsx";
import { gatePageOf } from "./gate-list-input.ts";
import { hiddenColumns, ordered } from "./gate-search.ts";
import { TagSeveral, useChosenGates } from "./chosen-gates.tsx";

const route = getRouteApi("/$company/gates");
const TagsBar = lazyPart("The choice of gates", async () => (await import("./tags-bar.tsx")).TagsBar);
const NewGate = lazyPart("The form for a new gate", async () => (await import("./new-gate.tsx")).NewGate);
/** If this code cannot be loaded, the bars are left out without a notice, which would be too much in every row. */
const ListedAudience = optionalPart(
  async () => (await import("#console/features/gates/audience/listed-audience.tsx")).ListedAudience,
);

/** Milliseconds for which the rows must stay unchanged before their bars are loaded. */
const pause = 400;

export function GateListPage() {
  const search = route.useSearch();
  const listed = useListedPage(queryPage("listGates", gatePageOf(search)));
  const { counts, failure, isBusy } = listed;
  const { names } = counts;
  const nameOf = useMemo<NameOf>(() => {
    const known = new Map(names.map(({ id, name }) => [id, name]));
    return (id) => known.get(id);
  }, [names]);
  const choosing = useChosenGates();
  const { chosen, setChosen, mark } = choosing;
  const rows = listed.rows;
  // The bars are loaded once the rows are stable and the page is idle, so that none are requested between keystrokes of a search.
  const [settled, setSettled] = useState<typeof rows>();
  useEffect(() => {
    const timer = setTimeout(() => whenIdle(() => setSettled(rows)), pause);
    return () => clearTimeout(timer);
  }, [rows]);
  const barred = settled === rows ? rows : undefined;
  const bar = useMemo(() => {
    const ids = barred?.map(({ id }) => id);
    return (gate: Gate) =>
      ids && (
        <Suspense>
          <ListedAudience gate={gate} ids={ids} />
        </Suspense>
      );
  }, [barred]);
  const hidden = hiddenColumns(search);
  const hasTags = !hidden.includes("tags");
  const columns = useMemo(() => gateColumnsOf({ nameOf, mark, bar, hasTags }), [nameOf, mark, bar, hasTags]);
  const total = failure || isBusy ? undefined : listed.total;
  return (
    <EntityList
      {...listed}
      title="Gates"
      noun="gate"
      to="/$company/gates/$id"
      columns={columns}
      hidden={hidden}
      search={ordered(search)}
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
