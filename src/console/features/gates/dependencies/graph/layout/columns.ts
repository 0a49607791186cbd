// Groups in columns by their distance, with as few crossings as dagre finds.
import { layout } from "@dagrejs/dagre";
import { leftOf, moved, rightOf, type Block, type GroupGraph, type Line } from "./block.ts";
import { gap, type Area, type Point } from "./plan.ts";

/** Arrows back stand below those to and fro, which they would cover. */
const lower = ({ x, y }: Point): Point => ({ x, y: y + 9 });

/** With its corner at zero and everything within: bends of arrows may lie outside of all groups. */
function cropped(areas: ReadonlyMap<string, Area>, lines: readonly Line[]): Block {
  const corners = [...areas.values()].flatMap(({ x, y, width, height }) => [
    { x, y },
    { x: x + width, y: y + height },
  ]);
  const points = [...corners, ...lines.flatMap((line) => line.points)];
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const size = { width: Math.max(...xs) - left, height: Math.max(...ys) - top };
  return moved({ ...size, areas, lines }, { x: -left, y: -top });
}

export function inColumns(graph: GroupGraph): Block {
  graph.setGraph({
    rankdir: "LR",
    // In a column that is read from left to right, the top is its left edge.
    rankalign: "top",
    nodesep: gap.row,
    edgesep: 12,
    ranksep: gap.column,
    ranker: "tight-tree",
  });
  layout(graph);
  const areas = new Map(
    graph.nodes().map((key) => {
      const { x = 0, y = 0, width, height } = graph.node(key);
      return [key, { x: x - width / 2, y: y - height / 2, width, height }];
    }),
  );
  /** Where the widest of the column ends: arrows turn off there, and cross no frame beside their box. */
  const columnEnd = ({ x }: Area) =>
    Math.max(...[...areas.values()].flatMap((other) => (Math.abs(other.x - x) < 1 ? [x + other.width] : [])));
  const lines = graph.edges().flatMap(({ v, w }): Line[] => {
    const [from, to] = [areas.get(v), areas.get(w)];
    if (!from || !to) return [];
    const isBack = to.x <= from.x;
    const [begin, end] = isBack ? [lower(leftOf(from)), lower(rightOf(to))] : [rightOf(from), leftOf(to)];
    // Between neighbouring columns the bend that dagre gives says nothing; further ones lead around groups.
    const bends = graph.edge(v, w).points ?? [];
    const turn = isBack ? begin : { x: columnEnd(from), y: begin.y };
    const points = [begin, turn, ...(bends.length > 3 ? bends.slice(1, -1) : []), end];
    return [{ from: v, to: w, isBack, points }];
  });
  return cropped(areas, lines);
}
