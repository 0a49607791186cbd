// The table of a list page, whose order and page stand in the address. Which rows there are, and in what order, is the page's.
import { Button } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { sortOf, type Listing } from "./listing-search.ts";
import { pageOf, Paging } from "./paging.tsx";
import type { Column } from "./column.ts";
import { Table } from "./table.tsx";

interface ListedTableProps<Row, Name extends string> {
  caption: string;
  /** All that fit the filters, in the order that the search asks for. */
  rows: readonly Row[];
  columns: readonly (Column<Row> & { id: Name })[];
  /** Ids of columns that are not shown. */
  hidden?: readonly Name[];
  search: Listing<Name>;
  /** Another page is a step of its own in the history of the browser, another order takes the place of the last. */
  onSearch: (change: Listing<Name>, replace: boolean) => void;
  onOpen: (row: Row) => void;
  /** Where no row fits: why, and how to see all rows if there are any. */
  noneFit: string;
  onClear: (() => void) | undefined;
  noneOnPage: string;
}

export function ListedTable<Row extends { id: string }, Name extends string>({
  caption,
  rows,
  columns,
  hidden = [],
  search,
  onSearch,
  onOpen,
  noneFit,
  onClear,
  noneOnPage,
}: ListedTableProps<Row, Name>) {
  const { page = 1, limit = 20 } = search;
  if (rows.length === 0)
    return <Empty title={noneFit} action={onClear && <Button onClick={onClear}>Clear the filters</Button>} />;
  return (
    <>
      <Table
        caption={caption}
        rows={pageOf(rows, page, limit)}
        columns={columns}
        rowKey={({ id }) => id}
        hidden={hidden}
        emptyText={noneOnPage}
        sort={sortOf(search)}
        onSort={({ column, descending }) =>
          onSearch(
            {
              sort: columns.find(({ id }) => id === column)?.id,
              order: descending ? "descending" : "ascending",
              page: undefined,
            },
            true,
          )
        }
        onOpen={onOpen}
      />
      <div className="flex-1" />
      <Paging
        total={rows.length}
        page={page}
        limit={limit}
        onPage={(next) => onSearch({ page: next }, false)}
        onLimit={(next) => onSearch({ limit: next, page: undefined }, false)}
      />
    </>
  );
}
