import type { ReactNode } from "react";

/** A column: one cell of every row. */
export interface Column<Row> {
  id: string;
  header: string;
  /** Drawn in the head in place of the header, such as the scale of a plot. */
  head?: ReactNode;
  cell: (row: Row, isOpen: boolean) => ReactNode;
  sortValue?: (row: Row) => string | number | null | undefined;
  /** The service sorts by it. */
  isSortable?: boolean;
  align?: "end";
  /** CSS width. */
  width?: string;
  /** Place of the cell on a phone: first line, its end, second line or its parts, third line, or nowhere (the default). */
  phone?: "first" | "end" | "second" | "second-start" | "second-end" | "third" | "hidden";
  /** Classes of its head and cells, such as where it leaves a narrow page. */
  className?: string;
}
