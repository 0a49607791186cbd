// One row of a table. It is memoized until its content changes, so that scrolling a long table renders only the new rows.
import { Fragment, useMemo, type ReactNode } from "react";
import type { Column } from "./column.ts";
import { firstRow } from "./row-keys.ts";

export const rowClass =
  "max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:gap-x-3 max-tablet:border-b max-tablet:border-border max-tablet:first:border-t max-tablet:py-2.5";

const phonePlace = {
  first: "max-tablet:col-start-1 max-tablet:row-start-1",
  end: "max-tablet:col-start-2 max-tablet:row-start-1 max-tablet:text-right",
  second: "max-tablet:col-span-2 max-tablet:row-start-2 max-tablet:text-text-muted",
  "second-start": "max-tablet:col-start-1 max-tablet:row-start-2",
  "second-end": "max-tablet:col-start-2 max-tablet:row-start-2 max-tablet:text-right",
  third: "max-tablet:col-span-2 max-tablet:row-start-3",
  hidden: "max-tablet:hidden",
};

export const cellClass = ({
  align,
  phone = "hidden",
  className = "",
}: Pick<Column<never>, "align" | "phone" | "className">) =>
  `truncate border-border tablet:h-row tablet:border-b tablet:px-3 tablet:first:pl-0 tablet:last:pr-0 ${align === "end" ? "num" : ""} ${phonePlace[phone]} ${className}`;

interface TableRowProps<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  /** The row that the Tab key reaches. */
  isFirst: boolean;
  isOpen: boolean;
  /** Undefined if rows cannot be opened; otherwise it must be a stable function. */
  onOpen: ((row: Row) => void) | undefined;
  detail: ReactNode;
}

export function TableRow<Row>({
  row,
  index,
  columns,
  isFirst,
  isOpen,
  onOpen,
  detail,
}: TableRowProps<Row>): ReactNode {
  const drawn = useMemo(
    () => (
      <tr
        aria-rowindex={index + firstRow}
        tabIndex={onOpen ? (isFirst ? 0 : -1) : undefined}
        onClick={(event) => {
          const isControl = event.target instanceof Element && event.target.closest("a, button, input");
          if (onOpen && !isControl && !globalThis.getSelection()?.toString()) onOpen(row);
        }}
        onKeyDown={(event) => {
          const isOfRow =
            event.target === event.currentTarget || event.target instanceof HTMLTableCellElement;
          if (onOpen && event.key === "Enter" && isOfRow) onOpen(row);
        }}
        className={`group focus-inside scroll-mt-20 scroll-mb-12 ${onOpen ? "cursor-pointer" : ""} hover:bg-surface-hover ${rowClass} ${isOpen ? "tablet:opened-row" : ""}`}
      >
        {columns.map((column) => (
          <td key={column.id} className={cellClass(column)}>
            {column.cell(row, isOpen)}
          </td>
        ))}
      </tr>
    ),
    [row, index, columns, isFirst, isOpen, onOpen],
  );
  return (
    <Fragment>
      {drawn}
      {detail ? (
        <tr className="max-tablet:block">
          {/* One cell as wide as the table: spanning columns that are hidden on a narrow page would reserve space
              for them again. */}
          <td className="max-tablet:block">
            <div
              className={`border-b border-border tablet:w-[100cqw] tablet:bg-surface-sunken tablet:pl-6 ${isOpen ? "tablet:opened-edge" : ""}`}
            >
              {detail}
            </div>
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}
