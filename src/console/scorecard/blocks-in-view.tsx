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

/** Beyond this many metrics only those near the screen are drawn. */
const drawAll = 40;

const WindowedBlocks = lazy(async () => ({
  default: (await import("./windowed-blocks.tsx")).WindowedBlocks,
}));

export interface BlocksInViewProps {
  sections: readonly ScoreSection[];
  columns: number;
  renderItem: (item: Item) => ReactNode;
  mark: string | undefined;
}

export function BlocksInView({ sections, columns, renderItem, mark }: BlocksInViewProps) {
  const items = itemsOf(sections);
  const all = items.slice(0, drawAll).map((item) => (
    <tbody key={item.key} className="max-tablet:block">
      {renderItem(item)}
    </tbody>
  ));
  if (items.length <= drawAll) return all;
  return (
    <Suspense fallback={all}>
      <WindowedBlocks items={items} columns={columns} renderItem={renderItem} mark={mark} />
    </Suspense>
  );
}
