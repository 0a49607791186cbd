// Which value a cell shows, and where beside it there is room for buttons. Reads the page and changes nothing of it.
import type { EventField } from "#contract/event-where.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { firstRow } from "#console/foundation/table/row-keys.ts";
import { textOfEvent } from "./event-fields.ts";
import { fieldOfColumn } from "./event-columns.tsx";
import type { EventRow } from "./event-rows.ts";

export interface CellValue {
  readonly cell: HTMLTableCellElement;
  readonly field: EventField;
  readonly text: string;
}

/** The value of the cell that an element stands in; undefined where that has no field. */
export function valueAt(
  element: EventTarget | null,
  rows: readonly EventRow[],
  columns: readonly Column<EventRow>[],
): CellValue | undefined {
  const cell = element instanceof Element && element.closest<HTMLTableCellElement>("tr[aria-rowindex] > td");
  if (!cell) return undefined;
  const index = Number(cell.parentElement?.getAttribute("aria-rowindex")) - firstRow;
  const [row, column] = [rows[index], columns[cell.cellIndex]];
  const field = row && column && fieldOfColumn(column.id, row);
  return field && { cell, field, text: textOfEvent(row, field) };
}

/** The cells of its row that have a value, from left to right, as far as they are in view. */
export const cellsBeside = (cell: Element, isOfValue: (cell: Element) => boolean) =>
  [...(cell.closest("tr")?.querySelectorAll<HTMLTableCellElement>(":scope > td") ?? [])].filter(
    (one) => getComputedStyle(one).display !== "none" && isOfValue(one),
  );

/** px between a value and its buttons */
const gap = 6;

/** Where the buttons of a width stand within `frame`: right of the value, or left of one that stands at the right end. */
export function placeBeside(cell: HTMLTableCellElement, frame: DOMRect, width: number) {
  const box = cell.getBoundingClientRect();
  const shown = cell.firstElementChild?.getBoundingClientRect() ?? box;
  const isAtEnd = /right|end/.test(getComputedStyle(cell).textAlign);
  const left = isAtEnd
    ? Math.min(shown.left, box.right) - gap - width
    : Math.min(shown.right + gap, box.right - width);
  return { left: left - frame.left, top: box.top - frame.top, height: box.height };
}
