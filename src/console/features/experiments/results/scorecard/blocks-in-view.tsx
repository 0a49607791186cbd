// The body of the scorecard: rendered in full if short, virtualized if long.
import { lazy, Suspense, type ReactNode } from "react";
import { targetOf, type RowView } from "./row-view.ts";
import type { Block, ScoreSection } from "./scorecard-rows.ts";
import { SectionTitle } from "./section-rows.tsx";

export type Item =
  | { kind: "section"; key: string; section: ScoreSection; isFirst: boolean }
  | { kind: "block"; key: string; block: Block; firstRow: number };

const itemsOf = (sections: readonly ScoreSection[]): Item[] => {
  const items: Item[] = [];
  let row = 2;
  for (const section of sections) {
    if (section.blocks.length === 0 && section.messages.length === 0) continue;
    items.push({ kind: "section", key: section.key, section, isFirst: items.length === 0 });
    for (const block of section.blocks) {
      items.push({ kind: "block", key: `${section.key} ${block.key}`, block, firstRow: row });
      row += block.rows.length;
    }
  }
  return items;
};

/** With more comparisons than this the body is virtualized. */
const drawAll = 40;
/** Number of items rendered while the virtualizer loads; enough for a screen. */
const atFirst = 16;

interface BlocksProps {
  items: readonly Item[];
  renderItem: (item: Item) => ReactNode;
}

const Blocks = ({ items, renderItem }: BlocksProps) => (
  <>
    {items.map((item) => (
      <tbody key={item.key} className="stacked:block">
        {renderItem(item)}
      </tbody>
    ))}
  </>
);

/** If the virtualizer's code cannot be loaded, everything is rendered: slower, but complete. */
const WindowedBlocks = lazy(() =>
  import("./windowed-blocks.tsx").then(
    (code) => ({ default: code.WindowedBlocks }),
    () => ({ default: Blocks }),
  ),
);

interface BlocksInViewProps {
  sections: readonly ScoreSection[];
  /**
   * Number of comparisons ignoring the filter, so that filtering a long table does not turn off
   * virtualization and re-render all rows.
   */
  total: number;
  columns: number;
  view: RowView;
  /** `firstRow` is the row index of the block's first row; the head has index 1. */
  renderBlock: (block: Block, firstRow: number) => ReactNode;
}

export function BlocksInView({ sections, total, columns, view, renderBlock }: BlocksInViewProps) {
  const items = itemsOf(sections);
  const renderItem = (item: Item) =>
    item.kind === "section" ? (
      <SectionTitle section={item.section} isFirst={item.isFirst} columns={columns} view={view} />
    ) : (
      renderBlock(item.block, item.firstRow)
    );
  if (total <= drawAll) return <Blocks items={items} renderItem={renderItem} />;
  return (
    <Suspense fallback={<Blocks items={items.slice(0, atFirst)} renderItem={renderItem} />}>
      <WindowedBlocks
        items={items}
        columns={columns}
        renderItem={renderItem}
        mark={view.search.mark}
        target={targetOf(view.search)}
      />
    </Suspense>
  );
}
