// Finds the value that a cell shows, and the space beside it for buttons. Reads the DOM without changing it.
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

/** Returns the value of the cell that contains an element; undefined if the cell shows no field. */
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

/** Returns the visible cells of the same row that have a value, from left to right. */
export const cellsBeside = (cell: Element, isOfValue: (cell: Element) => boolean) =>
  [...(cell.closest("tr")?.querySelectorAll<HTMLTableCellElement>(":scope > td") ?? [])].filter(
    (one) => getComputedStyle(one).display !== "none" && isOfValue(one),
  );

/** px between a value and its buttons. */
const gap = 6;

/** Returns the position within `frame` of buttons of a given width: right of the value, or left of a right-aligned one. */
export function placeBeside(cell: HTMLTableCellElement, frame: DOMRect, width: number) {
  const box = cell.getBoundingClientRect();
  const shown = cell.firstElementChild?.getBoundingClientRect() ?? box;
  const isAtEnd = /right|end/.test(getComputedStyle(cell).textAlign);
  const left = isAtEnd
    ? Math.min(shown.left, box.right) - gap - width
    : Math.min(shown.right + gap, box.right - width);
  return { left: left - frame.left, top: box.top - frame.top, height: box.height };
}
