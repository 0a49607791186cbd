// Keyboard navigation through the rows of a table, including virtualized ones.
import type { KeyboardEvent } from "react";

/** aria-rowindex of the first row; the header has 1. */
export const firstRow = 2;
const framesToWait = 10;

/** Focuses a row; in a virtualized table it waits some frames for the row to be drawn after scrolling. */
function focusRow(body: HTMLElement, rowIndex: number, frames = framesToWait) {
  const row = body.querySelector<HTMLElement>(`tr[aria-rowindex="${rowIndex}"]`);
  if (row) row.focus();
  else if (frames > 0) requestAnimationFrame(() => focusRow(body, rowIndex, frames - 1));
}

/** ↑ ↓ (or k j) Home End move between rows that can be opened; fields within a row keep these keys for themselves. */
export function moveFocus(
  event: KeyboardEvent<HTMLTableSectionElement>,
  rowCount: number,
  scroller: HTMLElement | null,
) {
  if (!(event.target instanceof Element) || event.target.closest("input, select, textarea")) return;
  const row = event.target.closest("tr[tabindex]");
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const [first, last, current] = [firstRow, rowCount + 1, Number(row.getAttribute("aria-rowindex"))];
  const [next, previous] = [current + 1, current - 1];
  const to = { ArrowDown: next, j: next, ArrowUp: previous, k: previous, Home: first, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  if (scroller && event.key === "Home") scroller.scrollTop = 0;
  if (scroller && event.key === "End") scroller.scrollTop = scroller.scrollHeight;
  focusRow(event.currentTarget, Math.max(first, Math.min(to, last)));
}
