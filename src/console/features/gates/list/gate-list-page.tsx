import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import type { Gate } from "#contract/gate.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { queryAll } from "#console/foundation/api/query.ts";
import { DraftList } from "#console/editing/drafts/draft-list.tsx";
import { useNameOf } from "#console/rules/fields/use-name-of.ts";
import { ListedTable } from "#console/foundation/table/listed-table.tsx";
import { sortOf } from "#console/foundation/table/listing-search.ts";
import { sortRows } from "#console/foundation/table/sort-rows.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { findGates, listed } from "./find-gates.ts";
import { gateColumnsOf } from "./gate-columns.tsx";
import { GateFilters } from "./gate-filters.tsx";
import { hiddenColumns } from "./gate-search.ts";
import { TagsBar, TagSeveral, useChosenGates } from "./tags-bar.tsx";

const route = getRouteApi("/$company/gates");
const count = new Intl.NumberFormat();
const NewGate = lazyPart("The form for a new gate", async () => (await import("./new-gate.tsx")).NewGate);

function countWords(gates: readonly Gate[]): string {
  const archived = gates.filter(({ status }) => status === "Archived").length;
  const rest = archived ? `, and ${count.format(archived)} archived` : "";
  return `${count.format(gates.length - archived)} gates${rest}`;
}

function NewGateButton() {
  const [isOpen, setIsOpen] = useState(false);
  const refusal = useSaveRefusal();
  usePageActions([{ label: "Create a gate", onSelect: () => setIsOpen(true), disabledReason: refusal }]);
  return (
    <>
      <PageButtons>
        <Button
          variant="primary"
          icon={<Plus size={14} aria-hidden />}
          disabledReason={refusal}
          onClick={() => setIsOpen(true)}
        >
          New gate
        </Button>
      </PageButtons>
      {isOpen ? (
        <Suspense>
          <NewGate onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function GateTable() {
  const { data: gates } = useSuspenseQuery(queryAll("listGates", { includeArchived: true }));
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { company } = route.useParams();
  const nameOf = useNameOf(gates);
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
    <>
      <PageHead
        title="Gates"
        state={<span className="figures text-text-muted max-tablet:hidden">{countWords(gates)}</span>}
      />
      <NewGateButton />
      <DraftList section="gates" />
      <GateFilters gates={gates} columns={columns}>
        <TagSeveral choosing={choosing} />
      </GateFilters>
      <TagsBar choosing={choosing} gates={gates} found={found} />
      <ListedTable
        caption="Gates"
        rows={found}
        columns={columns}
        hidden={hiddenColumns(search)}
        search={search}
        onSearch={(change, replace) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace })
        }
        onOpen={({ id }) => void navigate({ to: "/$company/gates/$id", params: { company, id } })}
        noneFit={gates.length ? "No gate fits these filters." : "There are no gates yet."}
        onClear={gates.length ? () => void navigate({ search: {} }) : undefined}
        noneOnPage="There are no gates on this page."
      />
    </>
  );
}

export function GateListPage() {
  return (
    <Suspense
      fallback={
        <>
          <PageHead title="Gates" />
          <div className="h-11" />
          <SkeletonRows rows={20} label="Loading the gates" />
        </>
      }
    >
      <GateTable />
    </Suspense>
  );
}
