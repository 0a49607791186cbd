import { ChevronDown, ChevronUp } from "lucide-react";
import type { Sort } from "./sort-rows.ts";
import type { Column } from "./column.ts";

interface HeaderCellProps {
  column: Pick<Column<never>, "id" | "header" | "head" | "align"> & {
    width?: string | number | undefined;
    /** The full header as a tooltip. */
    help?: string | undefined;
  };
  sort: Sort | undefined;
  /** Undefined if rows cannot be sorted by the column. */
  onSort: ((sort: Sort) => void) | undefined;
  /** Classes for sticky positioning, and for the space around its text. */
  className: string;
}

/** The header of a column; a button if rows can be sorted by it. */
export function HeaderCell({ column, sort, onSort, className }: HeaderCellProps) {
  const isSorted = sort?.column === column.id;
  const Arrow = sort?.descending ? ChevronDown : ChevronUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.descending ? "descending" : "ascending") : undefined}
      style={{ width: column.width }}
      className={`sticky ${className} h-8 border-y border-border bg-surface text-12 font-medium text-text-muted first:pl-0 last:pr-0 ${column.align === "end" ? "text-right" : "text-left"}`}
    >
      {onSort ? (
        <button
          type="button"
          title={column.help}
          onClick={() => onSort({ column: column.id, descending: isSorted ? !sort.descending : false })}
          className={`inline-flex items-center gap-1 hover:text-text ${isSorted ? "font-strong text-text" : ""}`}
        >
          {column.header}
          {isSorted ? <Arrow size={14} aria-hidden /> : null}
        </button>
      ) : (
        (column.head ?? column.header)
      )}
    </th>
  );
}
