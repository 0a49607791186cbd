import type { ReactNode } from "react";

/** A column: one cell of every row. */
export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortValue?: (row: Row) => string | number | null | undefined;
  align?: "end";
  /** CSS width. */
  width?: string;
  /** Place of the cell on a phone: first line, its end, second line, or nowhere (the default). */
  phone?: "first" | "end" | "second" | "hidden";
}
