// The table of a list page, whose order and page stand in the address. Which rows there are, and in what order, is the page's.
import { useNavigate } from "@tanstack/react-router";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import type { Column } from "./column.ts";
import { sortOf, type Listing } from "./listing-search.ts";
import { pageOf, Paging } from "./paging.tsx";
import { Table } from "./table.tsx";

interface ListedTableProps<Row, Name extends string> {
  caption: string;
  /** Of one row, such as "gate". */
  noun: string;
  /** All that fit the filters, in the order that the search asks for. */
  rows: readonly Row[];
  /** There are entities, though perhaps none that fit the filters. */
  hasAny: boolean;
  columns: readonly (Column<Row> & { id: Name })[];
  /** Ids of columns that are not shown. */
  hidden?: readonly Name[];
  search: Listing<Name>;
  onOpen: (row: Row) => void;
}

export function ListedTable<Row extends { id: string }, Name extends string>({
  caption,
  noun,
  rows,
  hasAny,
  columns,
  hidden = [],
  search,
  onOpen,
}: ListedTableProps<Row, Name>) {
  const { page = 1, limit = 20 } = search;
  const navigate = useNavigate();
  const setSearch = useSetSearch<Listing<Name>>();
  if (rows.length === 0)
    return hasAny ? (
      <Empty
        title={`No ${noun} fits these filters.`}
        action={<Button onClick={() => void navigate({ to: ".", search: {} })}>Clear the filters</Button>}
      />
    ) : (
      <Empty title={`There are no ${noun}s yet.`} />
    );
  return (
    <>
      <Table
        caption={caption}
        rows={pageOf(rows, page, limit)}
        columns={columns}
        rowKey={({ id }) => id}
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
        onOpen={onOpen}
      />
      <div className="flex-1" />
      <Paging
        total={rows.length}
        page={page}
        limit={limit}
        onPage={(next) => setSearch({ page: next }, { replace: false })}
        onLimit={(next) => setSearch({ limit: next, page: undefined }, { replace: false })}
      />
    </>
  );
}
