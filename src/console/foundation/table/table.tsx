// The only table component of the console. It shows rows and reports clicks and keys; the page does the filtering, paging and
// opening.
import {
  lazy,
  Suspense,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import type { Column } from "./column.ts";
import { HeaderCell } from "./header-cell.tsx";
import { moveFocus } from "./row-keys.ts";
import { deferredRowHeight, RowSpacer, useDrawnRowCount } from "./progressive-rows.tsx";
import type { RowsInViewProps } from "./rows-in-view.tsx";
import { sortRows, type Sort } from "./sort-rows.ts";
import { cellClass, rowClass, TableRow } from "./table-row.tsx";

interface TableProps<Row> {
  /** Names the table for screen readers. */
  caption: string;
  /** Undefined until loaded: the columns are shown already, with a placeholder bar in each cell. */
  rows: readonly Row[] | undefined;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  /** Ids of hidden columns. */
  hidden?: readonly string[] | undefined;
  /** Called on Enter and on a click anywhere on the row, also where the first cell contains a link. */
  onOpen?: (row: Row) => void;
  /** Key of the open row; its cells are rendered with `isOpen`. */
  opened?: string | undefined;
  /** Content below an open row; only for tables that are short enough not to be virtualized, or with `scrollsWithPage`. */
  detail?: (row: Row) => ReactNode;
  /** The rows are already in the order of `sort`. */
  isSorted?: boolean;
  emptyText?: ReactNode;
  /** Number of placeholder rows until the rows are loaded. */
  awaited?: number;
  /** Identifies the query that the rows answer: rows of another query are drawn in two steps, the first screen at once. */
  of?: string | undefined;
  /** A long table does not scroll by itself: the page does. */
  scrollsWithPage?: boolean;
}

/** Height of a row in px. */
const usualHeight = 36;

/** Only the rows in view are drawn if there are more than this. */
const drawAll = 100;

function AllRows({ count, onView }: RowsInViewProps) {
  useLayoutEffect(() => onView(0, count - 1, 0), [count, onView]);
  return null;
}

/**
 * Most tables are short, so the virtualization code is loaded with the first long one; if it fails to load, all rows are
 * drawn.
 */
const RowsInView = lazy(() =>
  import("./rows-in-view.tsx").then(
    (code) => ({ default: code.RowsInView }),
    () => ({ default: AllRows }),
  ),
);

const PageRowsInView = lazy(() =>
  import("./page-rows-in-view.tsx").then(
    (code) => ({ default: code.PageRowsInView }),
    () => ({ default: AllRows }),
  ),
);

interface BodyProps extends Omit<RowsInViewProps, "onView"> {
  /** Number of rows of a short table to draw now. */
  atOnce: number;
  scrollsWithPage: boolean;
  /** Draws the rows from the first to the last index, and reserves the space of the others. */
  children: (first: number, last: number, rowHeight: number) => ReactNode;
}

/** The same element for short and long tables, so that the focused row keeps the focus while rows are added. */
function Body({ count, scroller, atOnce, scrollsWithPage, children }: BodyProps) {
  const [view, setView] = useState<Parameters<typeof children>>([0, drawAll - 1, 0]);
  const onView = useCallback((...next: typeof view) => setView(next), []);
  const InView = scrollsWithPage ? PageRowsInView : RowsInView;
  const isLong = count > drawAll;
  return (
    <>
      {isLong ? children(...view) : children(0, atOnce - 1, deferredRowHeight(usualHeight))}
      {isLong ? (
        <Suspense>
          <InView count={count} scroller={scroller} onView={onView} />
        </Suspense>
      ) : null}
    </>
  );
}

const none: readonly string[] = [];

export function Table<Row>({
  caption,
  rows,
  columns,
  rowKey,
  sort,
  onSort,
  hidden = none,
  onOpen,
  opened,
  detail,
  isSorted = false,
  emptyText,
  awaited = 20,
  of = "",
  scrollsWithPage = false,
}: TableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => columns.filter((column) => !hidden.includes(column.id)), [columns, hidden]);
  const open = useEvent((row: Row) => onOpen?.(row));
  const sorted = isSorted ? (rows ?? []) : sortRows(rows ?? [], columns, sort);
  const atOnce = useDrawnRowCount(sorted.length, of, usualHeight);
  const scrollsItself = sorted.length > drawAll && !scrollsWithPage;

  const rowOf = (row: Row, index: number, isFirst: boolean) => (
    <TableRow
      key={rowKey(row)}
      row={row}
      index={index}
      columns={shown}
      isFirst={isFirst}
      isOpen={opened !== undefined && rowKey(row) === opened}
      onOpen={onOpen && open}
      detail={detail?.(row)}
    />
  );
  /** The rows from `first` to `last`, with space reserved for the others. */
  const body = (first: number, last: number, rowHeight: number) => (
    <tbody
      className="max-tablet:block"
      onKeyDown={(event) =>
        moveFocus(event, sorted.length, scrollsWithPage ? document.documentElement : scroller.current)
      }
    >
      <RowSpacer rows={first} columns={shown.length} rowHeight={rowHeight} />
      {sorted.slice(first, last + 1).map((row, place) => rowOf(row, first + place, place === 0))}
      <RowSpacer rows={sorted.length - 1 - last} columns={shown.length} rowHeight={rowHeight} />
    </tbody>
  );
  return (
    <div
      ref={scroller}
      className={`@container overflow-x-auto ${scrollsItself ? "max-h-[70vh] overflow-y-auto" : "tablet:overflow-x-visible"}`}
    >
      <table
        aria-rowcount={sorted.length + 1}
        aria-hidden={!rows}
        inert={!rows}
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
                onSort={column.sortValue || column.isSortable ? onSort : undefined}
                className={`${scrollsItself ? "top-0" : "top-bar"} z-2 px-3 ${column.className ?? ""}`}
              />
            ))}
          </tr>
        </thead>
        {!rows ? (
          <tbody className="row-outline max-tablet:block">
            {Array.from({ length: awaited }, (_, index) => (
              <tr key={index} className={rowClass}>
                {shown.map((column) => (
                  <td key={column.id} className={cellClass(column)} />
                ))}
              </tr>
            ))}
          </tbody>
        ) : (
          <Body count={sorted.length} scroller={scroller} atOnce={atOnce} scrollsWithPage={scrollsWithPage}>
            {body}
          </Body>
        )}
      </table>
      {rows ? null : <p role="status" aria-label={`Loading ${caption}`} />}
      {rows?.length === 0 && emptyText ? <div className="py-8 text-text-muted">{emptyText}</div> : null}
    </div>
  );
}
