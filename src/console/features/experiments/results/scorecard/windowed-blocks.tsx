import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import type { Item } from "./blocks-in-view.tsx";

export interface WindowedBlocksProps {
  items: readonly Item[];
  columns: number;
  renderItem: (item: Item) => ReactNode;
  /** Mark of the row to scroll into view. */
  mark: string | undefined;
  /** Id of the element to focus in that row. */
  target: string | undefined;
}

/** Estimated heights in px; replaced by the measured ones once rendered. */
const sectionHeight = 48;
const rowHeight = 32;
const shortestBlock = 53;
const estimate = (item: Item) =>
  item.kind === "section" ? sectionHeight : Math.max(shortestBlock, item.block.rows.length * rowHeight + 1);

/** Renders the blocks near the viewport. The page itself scrolls, so that the table head can stick below the top bar. */
export function WindowedBlocks({ items, columns, renderItem, mark, target }: WindowedBlocksProps) {
  const start = useRef<HTMLTableSectionElement>(null);
  const [offset, setOffset] = useState(0);
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => {
      const item = items[index];
      return item ? estimate(item) : rowHeight;
    },
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 1,
    scrollMargin: offset,
    initialRect: { width: 1200, height: 900 },
  });
  const measureStart = () => {
    const top = start.current?.getBoundingClientRect().top;
    if (top !== undefined) setOffset(top + window.scrollY);
  };
  useLayoutEffect(measureStart, []);
  // After the first time measure only after paint: before it, every keystroke in a filter would force an
  // extra layout of the new rows.
  useEffect(measureStart, [items]);
  useEffect(() => {
    const index = items.findIndex(
      (item) => item.kind === "block" && item.block.rows.some((row) => row.mark === mark),
    );
    if (target === undefined || index < 0) return;
    virtual.scrollToIndex(index, { align: "center" });
    focusWhenDrawn(target);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a row is brought into view when it is marked, not when rows change
  }, [target]);
  const shown = virtual.getVirtualItems();
  const before = (shown[0]?.start ?? offset) - offset;
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? offset) - offset);
  return (
    <>
      <tbody ref={start} aria-hidden className="stacked:block">
        <Spacer height={before} columns={columns} />
      </tbody>
      {shown.map(({ index, key }) => {
        const item = items[index];
        return item ? (
          <tbody key={key} data-index={index} ref={virtual.measureElement} className="stacked:block">
            {renderItem(item)}
          </tbody>
        ) : null;
      })}
      <tbody aria-hidden className="stacked:block">
        <Spacer height={after} columns={columns} />
      </tbody>
    </>
  );
}

const framesToWait = 20;

function focusWhenDrawn(id: string, frames = framesToWait) {
  const row = document.getElementById(id);
  if (row) row.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusWhenDrawn(id, frames - 1));
}

const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    <tr className="stacked:block">
      <td colSpan={columns} style={{ height }} className="p-0 stacked:block" />
    </tr>
  ) : null;
