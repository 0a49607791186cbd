// The body of the scorecard: all of a short one, only what is near the screen of a long one.
import { lazy, Suspense, type ReactNode } from "react";
import type { Block, ScoreSection } from "./scorecard-rows.ts";

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
      <tbody key={item.key} className="max-tablet:block">
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

export interface BlocksInViewProps {
  sections: readonly ScoreSection[];
  /** Comparisons without the filter: a table that is long stays so, since drawing its rows anew takes long. */
  total: number;
  columns: number;
  renderItem: (item: Item) => ReactNode;
  mark: string | undefined;
}

export function BlocksInView({ sections, total, columns, renderItem, mark }: BlocksInViewProps) {
  const items = itemsOf(sections);
  const isLong = total > drawAll;
  const blocks = { items, columns, renderItem, mark };
  if (!isLong) return <Blocks {...blocks} />;
  return (
    <Suspense fallback={<Blocks {...blocks} items={items.slice(0, atFirst)} />}>
      <WindowedBlocks {...blocks} />
    </Suspense>
  );
}
