// The body of the scorecard: all of a short one, only what is near the screen of a long one.
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

/** Beyond this many comparisons only those near the screen are drawn. */
const drawAll = 40;
/** Enough for a screen, while the rest of the code loads. */
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

/** Where its code cannot be fetched, all is drawn: slower, but none is missing. */
const WindowedBlocks = lazy(() =>
  import("./windowed-blocks.tsx").then(
    (code) => ({ default: code.WindowedBlocks }),
    () => ({ default: Blocks }),
  ),
);

interface BlocksInViewProps {
  sections: readonly ScoreSection[];
  /** Comparisons without the filter: a table that is long stays so, since drawing its rows anew takes long. */
  total: number;
  columns: number;
  view: RowView;
  /** `firstRow` is the place of its first row in the table; the head is 1. */
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
