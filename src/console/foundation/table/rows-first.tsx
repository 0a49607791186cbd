// A page of rows is drawn in two steps: those of the first screen at once, the others as soon as nothing else waits.
import { startTransition, useEffect, useState } from "react";
import { whenIdle } from "#console/foundation/ui/when-idle.ts";

/**
 * How many rows to draw now. Only rows that answer another question `of` than before come in two steps: none that stands leaves.
 * Heights in px, at least; `above`: what stands above the first row.
 */
export function useRowsFirst(count: number, of: string, rowHeight: number, above = 188): number {
  const [drawn, setDrawn] = useState("");
  // Not as a deferred value: React would draw it before the browser has shown what is drawn first.
  useEffect(() => {
    whenIdle(() => startTransition(() => setDrawn(of)));
  }, [of]);
  return drawn === of ? count : Math.min(count, Math.ceil((innerHeight - above) / rowHeight));
}

/** The room of a row of the second step, at least what it takes on a phone: a page that is gone back to scrolls to where it was. */
export const laterHeight = (rowHeight: number) => 4 * rowHeight;

interface RoomProps {
  rows: number;
  columns: number;
  rowHeight: number;
}

/** The room that rows take which are not drawn. */
export const Room = ({ rows, columns, rowHeight }: RoomProps) =>
  rows > 0 ? (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height: rows * rowHeight }} />
    </tr>
  ) : null;
