// Where boxes and arrows stand. Nothing of the page belongs here: large pictures are laid out in a worker.
import { Graph, layout, type EdgeLabel, type GraphLabel, type NodeLabel } from "@dagrejs/dagre";

export interface Box {
  readonly key: string;
  readonly width: number;
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
}

export interface PlacedBox extends Box {
  /** Of the upper left corner, px. */
  readonly x: number;
  readonly y: number;
}

export interface PlacedArrow extends Arrow {
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface Plan {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  readonly arrows: readonly PlacedArrow[];
}

export const boxHeight = 40;
const margin = 4;

/** Columns from left to right, in the direction of the arrows. */
export function layOut(boxes: readonly Box[], arrows: readonly Arrow[]): Plan {
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>();
  graph.setGraph({
    rankdir: "LR",
    nodesep: 16,
    edgesep: 12,
    ranksep: 52,
    marginx: margin,
    marginy: margin,
    ranker: "tight-tree",
  });
  for (const { key, width } of boxes) graph.setNode(key, { width, height: boxHeight });
  for (const { from, to } of arrows) if (from !== to) graph.setEdge(from, to, {});
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() ?? {};
  // dagre centres the boxes of a column; they all get the width of the widest.
  const columns = new Map<number, number>();
  for (const box of boxes) {
    const centre = Math.round(graph.node(box.key)?.x ?? 0);
    columns.set(centre, Math.max(box.width, columns.get(centre) ?? 0));
  }
  return {
    width,
    height,
    boxes: boxes.map(({ key }) => {
      const { x = 0, y = 0 } = graph.node(key) ?? {};
      const own = columns.get(Math.round(x)) ?? 0;
      return { key, width: own, x: x - own / 2, y: y - boxHeight / 2 };
    }),
    arrows: arrows.flatMap((arrow) => {
      if (arrow.from === arrow.to) return [];
      const { points = [] } = graph.edge(arrow.from, arrow.to) ?? {};
      return [{ ...arrow, points }];
    }),
  };
}
