import { useVirtualizer } from "@tanstack/react-virtual";
import type { ReactNode, RefObject } from "react";

export interface RowsInViewProps {
  count: number;
  /** px */
  rowHeight: number;
  scroller: RefObject<HTMLDivElement | null>;
  /** Draws the rows from the first to the last index. */
  children: (first: number, last: number) => ReactNode;
}

/** Draws only the rows of a long table that are in view, and a few around them. */
export function RowsInView({ count, rowHeight, scroller, children }: RowsInViewProps) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  return children(items[0]?.index ?? 0, items.at(-1)?.index ?? Math.min(99, count - 1));
}
