// The one table of the console. It shows rows and tells what was asked of it; what is filtered, paged or opened is the page's.
import { ChevronDown, ChevronUp } from "lucide-react";
import { lazy, Suspense, useRef, type KeyboardEvent, type ReactNode } from "react";
import { sortRows, type Sort } from "./sort-rows.ts";

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortValue?: (row: Row) => string | number | null | undefined;
  align?: "end";
  /** CSS width. */
  width?: string;
  /** Where the cell stands on a phone: first line, its end, second line, or nowhere (the default). */
  phone?: "first" | "end" | "second" | "hidden";
}

export interface TableProps<Row> {
  /** Names the table for screen readers. */
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  /** Ids of columns that are not shown. */
  hidden?: readonly string[];
  /** Also the double of a link in the first cell: Enter and a click anywhere on the row. */
  onOpen?: (row: Row) => void;
  selected?: string | undefined;
  emptyText?: ReactNode;
}

const rowHeight = 36;
/** Beyond this many rows only those in view are drawn. */
const drawAll = 100;

/** Most tables are short: what windows the long ones is loaded with the first of them. */
const RowsInView = lazy(async () => ({ default: (await import("./rows-in-view.tsx")).RowsInView }));

const phonePlace = {
  first: "max-tablet:col-start-1 max-tablet:row-start-1",
  end: "max-tablet:col-start-2 max-tablet:row-start-1 max-tablet:text-right",
  second: "max-tablet:col-span-2 max-tablet:row-start-2 max-tablet:text-text-muted",
  hidden: "max-tablet:hidden",
};

export function Table<Row>({
  caption,
  rows,
  columns,
  rowKey,
  sort,
  onSort,
  hidden = [],
  onOpen,
  selected,
  emptyText,
}: TableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = columns.filter((column) => !hidden.includes(column.id));
  const sorted = sortRows(rows, columns, sort);
  const isLong = sorted.length > drawAll;

  /** The rows from `first` to `last`, with the room that the others take. */
  const body = (first: number, last: number) => (
    <tbody className="max-tablet:block" onKeyDown={moveFocus}>
      {first > 0 ? <Spacer height={first * rowHeight} columns={shown.length} /> : null}
      {sorted.slice(first, last + 1).map((row, index) => {
        const key = rowKey(row);
        return (
          <tr
            key={key}
            aria-rowindex={first + index + 2}
            aria-selected={selected === undefined ? undefined : key === selected}
            tabIndex={onOpen ? (index === 0 ? 0 : -1) : undefined}
            onClick={(event) => {
              const isControl = event.target instanceof Element && event.target.closest("a, button, input");
              if (onOpen && !isControl && !globalThis.getSelection()?.toString()) onOpen(row);
            }}
            onKeyDown={(event) => {
              if (onOpen && event.key === "Enter" && event.target === event.currentTarget) onOpen(row);
            }}
            className={`group ${onOpen ? "cursor-pointer" : ""} hover:bg-surface-hover aria-selected:bg-surface-selected max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:gap-x-3 max-tablet:border-b max-tablet:border-border max-tablet:py-2.5`}
          >
            {shown.map((column) => (
              <td
                key={column.id}
                className={`truncate border-border tablet:h-row tablet:border-b tablet:px-3 tablet:first:pl-0 tablet:last:pr-0 ${column.align === "end" ? "num" : ""} ${phonePlace[column.phone ?? "hidden"]}`}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        );
      })}
      {last < sorted.length - 1 ? (
        <Spacer height={(sorted.length - 1 - last) * rowHeight} columns={shown.length} />
      ) : null}
    </tbody>
  );
  return (
    <div
      ref={scroller}
      className={`overflow-x-auto ${isLong ? "max-h-[70vh] overflow-y-auto" : "tablet:overflow-x-visible"}`}
    >
      <table
        aria-rowcount={sorted.length + 1}
        className="w-full border-separate border-spacing-0 max-tablet:block tablet:table-fixed"
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="max-tablet:sr-only">
          <tr>
            {shown.map((column) => (
              <HeaderCell
                key={column.id}
                column={column}
                sort={sort}
                onSort={onSort}
                stick={isLong ? "top-0" : "top-bar"}
              />
            ))}
          </tr>
        </thead>
        {isLong ? (
          <Suspense fallback={body(0, drawAll - 1)}>
            <RowsInView count={sorted.length} rowHeight={rowHeight} scroller={scroller}>
              {body}
            </RowsInView>
          </Suspense>
        ) : (
          body(0, sorted.length - 1)
        )}
      </table>
      {sorted.length === 0 && emptyText ? <div className="py-8 text-text-muted">{emptyText}</div> : null}
    </div>
  );
}

const Spacer = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden>
    <td colSpan={columns} style={{ height }} />
  </tr>
);

interface HeaderCellProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
  stick: string;
}

function HeaderCell<Row>({ column, sort, onSort, stick }: HeaderCellProps<Row>) {
  const isSorted = sort?.column === column.id;
  const arrow = isSorted ? (
    sort.descending ? (
      <ChevronDown size={14} aria-hidden />
    ) : (
      <ChevronUp size={14} aria-hidden />
    )
  ) : null;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.descending ? "descending" : "ascending") : undefined}
      style={{ width: column.width }}
      className={`sticky ${stick} z-2 h-8 border-y border-border bg-surface px-3 text-12 font-medium text-text-muted first:pl-0 last:pr-0 ${column.align === "end" ? "text-right" : "text-left"}`}
    >
      {onSort && column.sortValue ? (
        <button
          type="button"
          onClick={() => onSort({ column: column.id, descending: isSorted ? !sort.descending : false })}
          className={`inline-flex items-center gap-1 hover:text-text ${isSorted ? "font-strong text-text" : ""}`}
        >
          {column.header}
          {arrow}
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

/** ↑ ↓ Home End move between rows that can be opened. */
function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>) {
  const rows = [...event.currentTarget.querySelectorAll<HTMLTableRowElement>("tr[tabindex]")];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined || current < 0) return;
  event.preventDefault();
  rows[Math.max(0, Math.min(to, rows.length - 1))]?.focus();
}
