// Sorts rows by the sort values of a column; empty values come last in either direction.
import { once } from "#console/foundation/ui/once.ts";
import type { Column } from "./column.ts";

export interface Sort {
  column: string;
  descending: boolean;
}

const texts = once(() => new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }));

const compare = (a: string | number, b: string | number) =>
  typeof a === "number" && typeof b === "number" ? a - b : texts().compare(String(a), String(b));

export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Pick<Column<Row>, "id" | "sortValue">[],
  sort: Sort | undefined,
): Row[] {
  const valueOf = columns.find((column) => column.id === sort?.column)?.sortValue;
  if (!sort || !valueOf) return [...rows];
  const direction = sort.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: valueOf(row) ?? null }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return direction * compare(a.value, b.value);
    })
    .map(({ row }) => row);
}
