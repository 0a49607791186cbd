import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Suspense } from "react";
import type { Gate } from "#contract/gate.ts";
import { queryAll } from "#console/api/query.ts";
import { SearchField } from "#console/forms/search-field.tsx";
import type { NameOf } from "#console/rules/condition-words.ts";
import { ChoiceFilter } from "#console/table/choice-filter.tsx";
import { pageOf, Paging } from "#console/table/paging.tsx";
import { sortRows } from "#console/table/sort-rows.ts";
import { Table, type Column } from "#console/table/table.tsx";
import { Button } from "#console/ui/button.tsx";
import { Empty } from "#console/ui/empty.tsx";
import { Mono } from "#console/ui/mono.tsx";
import { PageHead } from "#console/ui/page-head.tsx";
import { SkeletonRows } from "#console/ui/skeleton.tsx";
import { Status } from "#console/ui/status.tsx";
import { formatDate, formatFull } from "#console/ui/time-format.ts";
import { gateColumns, type GateListSearch } from "./gate-search.ts";
import { statusText, statusTone, typeText, whoPasses } from "./gate-words.ts";

const route = getRouteApi("/$company/gates");
const count = new Intl.NumberFormat();
type ColumnName = (typeof gateColumns)[number];

function GateName({ gate }: { gate: Gate }) {
  const { company } = route.useParams();
  return (
    <>
      <Link
        to="/$company/gates/$id"
        params={{ company, id: gate.id }}
        className="font-medium hover:underline"
      >
        {gate.name}
      </Link>
      <span className="ml-3 text-text-muted max-tablet:hidden">
        <Mono>{gate.id}</Mono>
      </span>
    </>
  );
}

const columnsOf = (nameOf: NameOf): Column<Gate>[] => [
  {
    id: "name",
    header: "Name",
    cell: (gate) => <GateName gate={gate} />,
    sortValue: ({ name }) => name.toLowerCase(),
    width: "27%",
    phone: "first",
  },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <Status tone={statusTone(status)}>{statusText(status)}</Status>,
    sortValue: ({ status }) => status,
    width: "116px",
    phone: "end",
  },
  {
    id: "who",
    header: "Who passes",
    cell: (gate) => (
      <span className="figures text-text-muted" title={whoPasses(gate, nameOf)}>
        {whoPasses(gate, nameOf)}
      </span>
    ),
    phone: "second",
  },
  {
    id: "type",
    header: "Type",
    cell: ({ type }) => (
      <span className={type === "STALE" ? "text-warning" : "text-text-muted"}>{typeText(type)}</span>
    ),
    sortValue: ({ type }) => type ?? null,
    width: "96px",
    phone: "hidden",
  },
  {
    id: "checks",
    header: "Checks/hour",
    cell: ({ checksPerHour }) => (
      <span className="text-text-muted">{checksPerHour ? count.format(checksPerHour) : "–"}</span>
    ),
    sortValue: ({ checksPerHour }) => checksPerHour ?? null,
    align: "end",
    width: "104px",
    phone: "hidden",
  },
  {
    id: "by",
    header: "By",
    cell: ({ lastModifierName }) => <span className="text-text-muted">{lastModifierName ?? "–"}</span>,
    sortValue: ({ lastModifierName }) => lastModifierName ?? null,
    width: "128px",
    phone: "hidden",
  },
  {
    id: "changed",
    header: "Changed",
    cell: ({ lastModifiedTime }) =>
      lastModifiedTime ? (
        <time dateTime={new Date(lastModifiedTime).toISOString()} title={formatFull(lastModifiedTime)}>
          {formatDate(lastModifiedTime)}
        </time>
      ) : (
        "–"
      ),
    sortValue: ({ lastModifiedTime }) => lastModifiedTime ?? null,
    align: "end",
    width: "116px",
    phone: "hidden",
  },
];

/** Archived gates are listed when their status is asked for. */
function fits(gate: Gate, { search = "", status = [], tags = [] }: GateListSearch): boolean {
  const wanted = search.trim().toLowerCase();
  const named = gate.name.toLowerCase().includes(wanted) || gate.id.toLowerCase().includes(wanted);
  const inStatus = status.length ? status.includes(gate.status) : gate.status !== "Archived";
  return named && inStatus && tags.every((tag) => gate.tags?.includes(tag));
}

function countWords(gates: readonly Gate[]): string {
  const archived = gates.filter(({ status }) => status === "Archived").length;
  const rest = archived ? `, and ${count.format(archived)} archived` : "";
  return `${count.format(gates.length - archived)} gates${rest}`;
}

const optionsOf = (values: readonly string[], label = (value: string) => value) =>
  [...new Set(values)].sort().map((value) => ({ value, label: label(value) }));

function Filters({ gates, columns }: { gates: readonly Gate[]; columns: readonly Column<Gate>[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (part: Partial<GateListSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...part, page: undefined }), replace: true });
  const hidden = search.hidden ?? [];
  const shown = columns.map(({ id }) => id).filter((id) => !hidden.some((name) => name === id));
  const isColumn = (id: string): id is ColumnName => gateColumns.some((name) => name === id);
  return (
    <div role="search" aria-label="Filter the gates" className="flex flex-wrap items-center gap-2 pb-3">
      <SearchField
        label="Filter by name or id"
        value={search.search ?? ""}
        onChange={(text) => set({ search: text || undefined })}
      />
      <ChoiceFilter
        label="Status"
        options={optionsOf(
          gates.map(({ status }) => status),
          statusText,
        )}
        chosen={search.status ?? []}
        onChange={(status) => set({ status: status.length ? status : undefined })}
      />
      <ChoiceFilter
        label="Tags"
        options={optionsOf(gates.flatMap(({ tags }) => tags ?? []))}
        chosen={search.tags ?? []}
        onChange={(tags) => set({ tags: tags.length ? tags : undefined })}
      />
      <span className="ml-auto max-tablet:hidden">
        <ChoiceFilter
          label="Columns"
          summary=""
          options={columns.slice(1).map(({ id, header }) => ({ value: id, label: header }))}
          chosen={shown}
          onChange={(names) => {
            const gone = columns.map(({ id }) => id).filter((id) => id !== "name" && !names.includes(id));
            set({ hidden: gone.length ? gone.filter(isColumn) : undefined });
          }}
        />
      </span>
    </div>
  );
}

function GateTable() {
  const { data: gates } = useSuspenseQuery(queryAll("listGates", { includeArchived: true }));
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { company } = route.useParams();
  const names = new Map(gates.map(({ id, name }) => [id, name]));
  const columns = columnsOf((id) => names.get(id));
  const found = gates.filter((gate) => fits(gate, search));
  const { page = 1, limit = 20, sort = "name", order = "ascending", hidden = [] } = search;
  const sorting = { column: sort, descending: order === "descending" };
  // Sorted before paging, so that a page is a part of one order.
  const sorted = sortRows(found, columns, sorting);
  return (
    <>
      <PageHead
        title="Gates"
        state={<span className="figures text-text-muted max-tablet:hidden">{countWords(gates)}</span>}
      />
      <Filters gates={gates} columns={columns} />
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
            rows={pageOf(sorted, page, limit)}
            columns={columns}
            rowKey={({ id }) => id}
            hidden={[...hidden]}
            emptyText="There are no gates on this page."
            sort={sorting}
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
