import type { ReactNode } from "react";

/** What a table shows of each row in one place. */
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
