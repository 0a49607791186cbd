// Nodes in columns by their distance, as dagre sets them: as few crossings as it finds.
import { Graph, layout, type EdgeLabel, type GraphLabel, type NodeLabel } from "@dagrejs/dagre";
import type { Node } from "./nodes.ts";
import { framed, leftOf, rightOf, type Picture, type PlacedLink, type PlacedNode } from "./picture.ts";
import { gap, type Arrow, type Point } from "./plan.ts";

/** Its places, of the middles of nodes, and the points of its lines. */
function readDagre(nodes: readonly Node[], links: readonly Arrow[]) {
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>();
  graph.setGraph({
    rankdir: "LR",
    nodesep: gap.row,
    edgesep: 12,
    ranksep: gap.column,
    ranker: "tight-tree",
  });
  for (const { key, width, height } of nodes) graph.setNode(key, { width, height });
  for (const { from, to } of links) graph.setEdge(from, to, {});
  layout(graph);
  return {
    middleOf: (key: string): Point => {
      const { x = 0, y = 0 } = graph.node(key) ?? {};
      return { x, y };
    },
    pointsOf: ({ from, to }: Arrow): readonly Point[] => graph.edge(from, to)?.points ?? [],
  };
}

/** dagre centres the nodes of a column: here they begin on one line, and single boxes are as wide as the widest of them. */
function columnsOf(nodes: readonly Node[], middleOf: (key: string) => Point) {
  const columns = new Map<number, { left: number; single: number }>();
  const columnOf = ({ key }: Node) => Math.round(middleOf(key).x);
  for (const node of nodes) {
    const at = columnOf(node);
    const { left = Infinity, single = 0 } = columns.get(at) ?? {};
    columns.set(at, {
      left: Math.min(left, middleOf(node.key).x - node.width / 2),
      single: node.columns === undefined ? Math.max(single, node.width) : single,
    });
  }
  return (node: Node) => columns.get(columnOf(node)) ?? { left: 0, single: node.width };
}

/** Arrows back stand below those to and fro, which they would cover. */
const lower = ({ x, y }: Point): Point => ({ x, y: y + 9 });

export function layered(nodes: readonly Node[], links: readonly Arrow[]): Picture {
  const { middleOf, pointsOf } = readDagre(nodes, links);
  const columnOf = columnsOf(nodes, middleOf);
  const placed = new Map(
    nodes.map((node): [string, PlacedNode] => {
      const { left, single } = columnOf(node);
      const own = node.columns === undefined ? { ...node, width: single } : node;
      return [node.key, { node: own, x: left, y: middleOf(node.key).y - node.height / 2 }];
    }),
  );
  return framed({
    width: 0,
    height: 0,
    nodes: [...placed.values()],
    links: links.flatMap((link): PlacedLink[] => {
      const [from, to] = [placed.get(link.from), placed.get(link.to)];
      if (!from || !to) return [];
      const isBack = to.x <= from.x;
      const ends = isBack ? [leftOf(from), rightOf(to)].map(lower) : [rightOf(from), leftOf(to)];
      // Between neighbouring columns the bend that dagre gives says nothing; further ones lead around nodes.
      const bends = pointsOf(link).length > 3 ? pointsOf(link).slice(1, -1) : [];
      return [{ ...link, line: "curve", isBack, points: [...ends.slice(0, 1), ...bends, ...ends.slice(1)] }];
    }),
  });
}
