// A tree in columns: each node beside the middle of what hangs on it. dagre finds the same, in twenty times the time.
import { leftOf, rightOf, type Block, type GroupGraph, type Line } from "./block.ts";
import { gap, type Area } from "./plan.ts";

/** The nodes by their distance from the root; undefined where they are no tree. */
function columnsOf(graph: GroupGraph, root: string): string[][] | undefined {
  const hasOneParent = (key: string) => graph.predecessors(key)?.length === (key === root ? 0 : 1);
  if (!graph.nodes().every(hasOneParent)) return undefined;
  const columns: string[][] = [];
  for (let column = [root]; column.length > 0; column = column.flatMap((key) => graph.successors(key) ?? []))
    columns.push(column);
  return columns.flat().length === graph.nodeCount() ? columns : undefined;
}

/** undefined where the graph is no tree. */
export function inTreeColumns(graph: GroupGraph, root: string): Block | undefined {
  const columns = columnsOf(graph, root);
  if (!columns) return undefined;

  /** px, of a node with all that hangs on it; children come before their parents. */
  const heights = new Map<string, number>();
  const stackOf = (keys: readonly string[]) =>
    keys.reduce((sum, key) => sum + (heights.get(key) ?? 0) + gap.row, -gap.row);
  for (const key of columns.flat().toReversed())
    heights.set(key, Math.max(graph.node(key).height, stackOf(graph.successors(key) ?? [])));

  const areas = new Map<string, Area>();
  const lines: Line[] = [];
  const tops = new Map([[root, 0]]);
  let x = 0;
  for (const column of columns) {
    const widest = Math.max(...column.map((key) => graph.node(key).width));
    for (const key of column) {
      const { width, height } = graph.node(key);
      const [top, whole, children] = [tops.get(key) ?? 0, heights.get(key) ?? 0, graph.successors(key) ?? []];
      areas.set(key, { x, y: top + (whole - height) / 2, width, height });
      let below = top + (whole - stackOf(children)) / 2;
      for (const child of children) {
        tops.set(child, below);
        below += (heights.get(child) ?? 0) + gap.row;
      }
    }
    x += widest + gap.column;
  }
  for (const { v: from, w: to } of graph.edges()) {
    const [start, end] = [areas.get(from), areas.get(to)];
    if (!start || !end) continue;
    const begin = rightOf(start);
    // Arrows turn off where the widest of the column ends, and cross no frame beside their box.
    const turn = { x: end.x - gap.column, y: begin.y };
    lines.push({ from, to, isBack: false, points: [begin, turn, leftOf(end)] });
  }
  return { width: x - gap.column, height: heights.get(root) ?? 0, areas, lines };
}
