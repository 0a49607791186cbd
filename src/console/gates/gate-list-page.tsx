import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import type { Gate } from "#contract/gate.ts";
import { useSaveRefusal } from "#console/api/current-key.ts";
import { queryAll } from "#console/api/query.ts";
import { DraftList } from "#console/entity/draft-list.tsx";
import { pageOf, Paging } from "#console/table/paging.tsx";
import { sortRows } from "#console/table/sort-rows.ts";
import { Table } from "#console/table/table.tsx";
import { Button } from "#console/ui/button.tsx";
import { Empty } from "#console/ui/empty.tsx";
import { PageButtons, usePageActions } from "#console/ui/page-actions.tsx";
import { PageHead } from "#console/ui/page-head.tsx";
import { SkeletonRows } from "#console/ui/skeleton.tsx";
import { findGates, listed } from "./find-gates.ts";
import { gateColumnsOf } from "./gate-columns.tsx";
import { GateFilters } from "./gate-filters.tsx";
import { gateColumns, hiddenColumns } from "./gate-search.ts";
import { TagsBar, TagSeveral, useChosenGates } from "./tags-bar.tsx";

const route = getRouteApi("/$company/gates");
const count = new Intl.NumberFormat();
const NewGate = lazy(async () => ({ default: (await import("#console/gate-editor/new-gate.tsx")).NewGate }));

function countWords(gates: readonly Gate[]): string {
  const archived = gates.filter(({ status }) => status === "Archived").length;
  const rest = archived ? `, and ${count.format(archived)} archived` : "";
  return `${count.format(gates.length - archived)} gates${rest}`;
}

/** Names by id; the same function while the gates are the same. */
function useNameOf(gates: readonly Gate[]) {
  return useMemo(() => {
    const names = new Map(gates.map(({ id, name }) => [id, name]));
    return (id: string) => names.get(id);
  }, [gates]);
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
  const { page = 1, limit = 20, sort = "name", order = "ascending" } = search;
  // All gates are sorted once for an order: a search only leaves some out, and a page is a part of one order.
  const sorted = useMemo(() => {
    const sorting = { column: sort, descending: order === "descending" };
    return listed(sortRows(gates, gateColumnsOf({ nameOf }), sorting));
  }, [gates, nameOf, sort, order]);
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
      {found.length === 0 ? (
        <Empty
          title={gates.length ? "No gate fits these filters." : "There are no gates yet."}
          action={
            gates.length > 0 && (
              <Button onClick={() => void navigate({ search: {} })}>Clear the filters</Button>
            )
          }
        />
      ) : (
        <>
          <Table
            caption="Gates"
            rows={pageOf(found, page, limit)}
            columns={columns}
            rowKey={({ id }) => id}
            hidden={[...hiddenColumns(search)]}
            emptyText="There are no gates on this page."
            sort={{ column: sort, descending: order === "descending" }}
            onSort={(next) =>
              void navigate({
                search: (before) => ({
                  ...before,
                  sort: gateColumns.find((name) => name === next.column),
                  order: next.descending ? "descending" : "ascending",
                  page: undefined,
                }),
                replace: true,
              })
            }
            onOpen={(gate) => void navigate({ to: "/$company/gates/$id", params: { company, id: gate.id } })}
          />
          <div className="flex-1" />
          <Paging
            total={found.length}
            page={page}
            limit={limit}
            onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
            onLimit={(next) =>
              void navigate({ search: (before) => ({ ...before, limit: next, page: undefined }) })
            }
          />
        </>
      )}
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
