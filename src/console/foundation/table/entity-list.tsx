// The list of all entities of a kind: the number of entities, the filters, and the table, whose order and page stand in the
// address. The page that uses it decides which rows there are, and in which order.
import { useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";
import type { Column } from "./column.ts";
import { sortOf, type Listing } from "./listing-search.ts";
import { Paging } from "./paging.tsx";
import type { EntityPath } from "#console/foundation/ui/light-link.ts";
import { Table } from "./table.tsx";

interface EntityListProps<Row, Name extends string> {
  title: string;
  /** Singular of the kind of entity, such as "gate". */
  noun: string;
  /** Path of an entity's own page. */
  to: EntityPath;
  /** Counts of all entities; archived ones are listed on request only. */
  counts: { readonly inUse: number; readonly archived: number };
  /** One page of the rows that match the filters, in the order that `search` asks for; undefined until loaded. */
  rows: readonly Row[] | undefined;
  /** Number of entities that match the filters. */
  total: number;
  /** Shown in place of the rows if they could not be loaded. */
  failure?: ReactNode;
  /** Identifies the query that the rows answer: the rows of another query are new elements, so none is moved. */
  of?: string;
  /** Other rows are being loaded. */
  isBusy?: boolean;
  columns: readonly (Column<Row> & { id: Name })[];
  /** Ids of hidden columns. */
  hidden?: readonly Name[] | undefined;
  search: Listing<Name>;
  /** Creates the first entity; shown while there is none. */
  start?: ReactNode;
  /** The filters, and any other content above the table. */
  children: ReactNode;
}

export function EntityList<
  Row extends { id: string; name?: string | null | undefined },
  Name extends string,
>({
  title,
  noun,
  to,
  counts: { inUse, archived },
  rows,
  total,
  failure,
  of = "",
  isBusy = false,
  columns,
  hidden,
  search,
  start,
  children,
}: EntityListProps<Row, Name>) {
  const { page = 1, limit = 20 } = search;
  const { company = "-" } = useParams({ strict: false });
  const navigate = useNavigate();
  const setSearch = useSetSearch<Listing<Name>>();
  const count = (
    <span className="figures text-text-muted max-tablet:hidden">
      {plural(inUse, noun)}
      {archived ? `, and ${formatCount(archived)} archived` : ""}
    </span>
  );
  const clear = <Button onClick={() => void navigate({ to: ".", search: {} })}>Clear the filters</Button>;
  return (
    <>
      <PageHead title={title} state={rows && count} />
      {children}
      {failure}
      {!failure && rows && total === 0 ? (
        <div role="status" aria-busy={isBusy}>
          {inUse + archived === 0 ? (
            <Empty title={`There are no ${noun}s yet.`} action={start} />
          ) : (
            <Empty title={`No ${noun} fits these filters.`} action={clear} />
          )}
        </div>
      ) : null}
      {!failure && (!rows || total > 0) ? (
        <>
          <div aria-busy={isBusy}>
            <Table
              caption={title}
              rows={rows}
              of={of}
              isSorted
              columns={columns}
              rowKey={({ id }) => `${of} ${id}`}
              hidden={hidden}
              emptyText={`There are no ${noun}s on this page.`}
              sort={sortOf(search)}
              onSort={({ column, descending }) =>
                setSearch({
                  sort: columns.find(({ id }) => id === column)?.id,
                  order: descending ? "descending" : "ascending",
                  page: undefined,
                })
              }
              onOpen={({ id, name }) =>
                void navigate({ to, params: { company, id }, state: { name: name ?? id } })
              }
            />
          </div>
          <div className="flex-1" />
          {rows ? (
            <Paging
              total={total}
              page={page}
              limit={limit}
              onPage={(next) => setSearch({ page: next }, { replace: false })}
              onLimit={(next) => setSearch({ limit: next, page: undefined }, { replace: false })}
            />
          ) : null}
        </>
      ) : null}
    </>
  );
}
