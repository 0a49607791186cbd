// Draws a page of rows in two steps: the rows of the first screen at once, the others when the browser is idle.
import { startTransition, useEffect, useState } from "react";
import { whenIdle } from "#console/foundation/ui/when-idle.ts";

/**
 * Returns the number of rows to draw now. Rows are drawn in two steps only if they answer another query `of` than before, so
 * that no visible row disappears. Minimum heights in px; `above` is the height of the content above the first row.
 */
export function useDrawnRowCount(count: number, of: string, rowHeight: number, above = 188): number {
  const [drawn, setDrawn] = useState("");
  // Not `useDeferredValue`: React would draw the rest before the browser has painted the first rows.
  useEffect(() => {
    whenIdle(() => startTransition(() => setDrawn(of)));
  }, [of]);
  return drawn === of ? count : Math.min(count, Math.ceil((innerHeight - above) / rowHeight));
}

/**
 * Height reserved for a row of the second step, at least its height on a phone, so that going back to a page restores its
 * scroll position.
 */
export const deferredRowHeight = (rowHeight: number) => 4 * rowHeight;

interface RoomProps {
  rows: number;
  columns: number;
  rowHeight: number;
}

/** An empty row that takes the space of the rows that are not drawn. */
export const RowSpacer = ({ rows, columns, rowHeight }: RoomProps) =>
  rows > 0 ? (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height: rows * rowHeight }} />
    </tr>
  ) : null;
