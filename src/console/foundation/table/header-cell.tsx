import { ChevronDown, ChevronUp } from "lucide-react";
import type { Sort } from "./sort-rows.ts";
import type { Column } from "./column.ts";

interface HeaderCellProps {
  column: Pick<Column<never>, "id" | "header" | "head" | "align"> & {
    width?: string | number | undefined;
    /** The header in full, as its tooltip. */
    help?: string | undefined;
  };
  sort: Sort | undefined;
  /** Undefined where rows cannot be sorted by the column. */
  onSort: ((sort: Sort) => void) | undefined;
  /** Where it sticks, and the space beside its text. */
  className: string;
}

/** The head of a column; a button where rows can be sorted by it. */
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
