import { ChevronDown, ChevronUp } from "lucide-react";
import type { Sort } from "./sort-rows.ts";
import type { Column } from "./column.ts";

interface HeaderCellProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
  stick: string;
}

/** The head of a column; a button where rows can be sorted by it. */
export function HeaderCell<Row>({ column, sort, onSort, stick }: HeaderCellProps<Row>) {
  const isSorted = sort?.column === column.id;
  const Arrow = sort?.descending ? ChevronDown : ChevronUp;
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
          {isSorted ? <Arrow size={14} aria-hidden /> : null}
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}
