// Lays out groups in columns by their distance from the start, with as few crossings as dagre finds.
import { layout } from "@dagrejs/dagre";
import { leftOf, moved, rightOf, type Block, type GroupGraph, type Line } from "./block.ts";
import { gap, type Area, type Point } from "./plan.ts";

/** Arrows against the reading direction are shifted down, so that they do not cover the forward arrows. */
const lower = ({ x, y }: Point): Point => ({ x, y: y + 9 });

/** Moves the content to the origin and computes its size, which includes bends of arrows outside all groups. */
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
    // With `rankdir` LR, "top" aligns the groups of a column at their left edges.
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
  /** Right edge of the widest group of the column: arrows turn there, so that they do not cross a frame in the same column. */
  const columnEnd = ({ x }: Area) =>
    Math.max(...[...areas.values()].flatMap((other) => (Math.abs(other.x - x) < 1 ? [x + other.width] : [])));
  const lines = graph.edges().flatMap(({ v, w }): Line[] => {
    const [from, to] = [areas.get(v), areas.get(w)];
    if (!from || !to) return [];
    const isBack = to.x <= from.x;
    const [begin, end] = isBack ? [lower(leftOf(from)), lower(rightOf(to))] : [rightOf(from), leftOf(to)];
    // Between adjacent columns the bend from dagre is irrelevant; over longer distances its bends lead around groups.
    const bends = graph.edge(v, w).points ?? [];
    const turn = isBack ? begin : { x: columnEnd(from), y: begin.y };
    const points = [begin, turn, ...(bends.length > 3 ? bends.slice(1, -1) : []), end];
    return [{ from: v, to: w, isBack, points }];
  });
  return cropped(areas, lines);
}
