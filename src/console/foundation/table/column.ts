import type { ReactNode } from "react";

/** A column of a table: its header, and how to render the cell of a row. */
export interface Column<Row> {
  id: string;
  header: string;
  /** Drawn in the column head in place of the header text, such as the scale of a plot. */
  head?: ReactNode;
  cell: (row: Row, isOpen: boolean) => ReactNode;
  sortValue?: (row: Row) => string | number | null | undefined;
  /** The service can sort by this column. */
  isSortable?: boolean;
  align?: "end";
  /** CSS width. */
  width?: string;
  /** Place of the cell on a phone: first line, its end, second line or its parts, third line, or nowhere (the default). */
  phone?: "first" | "end" | "second" | "second-start" | "second-end" | "third" | "hidden";
  /** Classes of its header and cells, such as to hide it on a narrow page. */
  className?: string;
}
