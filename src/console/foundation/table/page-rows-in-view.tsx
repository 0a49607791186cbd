import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useState } from "react";
import type { RowsInViewProps } from "./rows-in-view.tsx";

const usualHeight = 36;
/** Number of rows drawn beyond the screen, so that an expanded row, which is higher, leaves no gap. */
const around = 15;

/**
 * Reports which rows of a long table are near the screen, if the page itself scrolls. All rows have about the height of the
 * first.
 */
export function PageRowsInView({ count, scroller, onView }: RowsInViewProps) {
  const [{ rowHeight, start }, setPlace] = useState({ rowHeight: usualHeight, start: 0 });
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: around,
    scrollMargin: start,
    initialRect: { width: 1200, height: 900 },
  });
  const width = virtual.scrollRect?.width;
  useLayoutEffect(() => {
    const body = scroller.current?.querySelector("tbody");
    const row = body?.querySelector<HTMLElement>("tr:not([aria-hidden])");
    if (!body || !row?.offsetHeight) return;
    setPlace({
      rowHeight: row.offsetHeight,
      start: Math.round(body.getBoundingClientRect().top + window.scrollY),
    });
  }, [scroller, width, count]);
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight]);
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? Math.min(99, count - 1)];
  useLayoutEffect(() => onView(first, last, rowHeight), [onView, first, last, rowHeight]);
  return null;
}
