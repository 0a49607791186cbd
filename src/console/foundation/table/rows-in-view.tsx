import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useState, type RefObject } from "react";

export interface RowsInViewProps {
  count: number;
  scroller: RefObject<HTMLDivElement | null>;
  /** Called with the first and last index of the rows to draw; `rowHeight` is the height in px of every other row. */
  onView: (first: number, last: number, rowHeight: number) => void;
}

const usualHeight = 36;

/** Reports which rows of a long table are in view, plus a few around them. All rows have the height of the first. */
export function RowsInView({ count, scroller, onView }: RowsInViewProps) {
  const [rowHeight, setRowHeight] = useState(usualHeight);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  // On a phone a row has two lines; its height is known only once it is drawn.
  const width = virtual.scrollRect?.width;
  useLayoutEffect(() => {
    const row = scroller.current?.querySelector<HTMLElement>("tbody tr:not([aria-hidden])");
    if (row?.offsetHeight) setRowHeight(row.offsetHeight);
  }, [scroller, width]);
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight]);
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? Math.min(99, count - 1)];
  useLayoutEffect(() => onView(first, last, rowHeight), [onView, first, last, rowHeight]);
  return null;
}
