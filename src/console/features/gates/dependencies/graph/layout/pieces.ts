// Lays out a graph that is too large for plain columns: its first group's descendants are split into independent pieces,
// which are placed side by side.
import { graphlib } from "@dagrejs/dagre";
import { leftOf, moved, rightOf, type Block, type GroupGraph, type Line } from "./block.ts";
import { inColumns } from "./columns.ts";
import { columnsFor, fitOf, gap } from "./plan.ts";
import { inTreeColumns } from "./tree-columns.ts";

/** Maximum number of groups for which dagre is fast. */
const quick = 120;
/** A graph that fits into view at this scale or larger is not split. */
const readable = 0.7;

interface Stacks {
  readonly block: Block;
  readonly count: number;
  /** For each group's key, the x of the vertical line to its stack, in px from the left of the block. */
  readonly lanes: ReadonlyMap<string, number>;
}

/** Distributes the pieces into adjacent vertical stacks of about equal height. */
function inStacks(pieces: readonly Block[]): Stacks {
  const total = pieces.reduce((sum, { height }) => sum + height + gap.row, 0);
  const widest = Math.max(0, ...pieces.map(({ width }) => width + gap.column));
  const share = total / columnsFor(total, widest);
  const lanes = new Map<string, number>();
  const placed: Block[] = [];
  let [filled, count, height, left, right, y] = [0, 0, 0, 0, 0, 0];
  for (const piece of pieces) {
    if (filled >= share * count) {
      left = count > 0 ? right + gap.column : 0;
      count += 1;
      y = 0;
    }
    placed.push(moved(piece, { x: left, y }));
    for (const key of piece.areas.keys()) lanes.set(key, left - gap.column / 2);
    height = Math.max(height, y + piece.height);
    right = Math.max(right, left + piece.width);
    y += piece.height + gap.row;
    filled += piece.height + gap.row;
  }
  const areas = new Map(placed.flatMap((piece) => [...piece.areas]));
  const lines = placed.flatMap((piece) => piece.lines);
  return { block: { width: right, height, areas, lines }, count, lanes };
}

/** Puts the first group and its ancestors in columns on the left, and its descendants in stacks on the right. */
function inPieces(graph: GroupGraph, first: string): Block {
  const others = graph.filterNodes((key) => key !== first);
  const hanging = graphlib.alg
    .components(others)
    .filter((keys) => keys.some((key) => graph.hasEdge(first, key)));
  const isHanging = new Set(hanging.flat());
  const base = inColumns(graph.filterNodes((key) => !isHanging.has(key)));
  const { block, lanes, count } = inStacks(
    hanging.map((keys) => {
      const part = others.filterNodes((key) => keys.includes(key));
      const [source, ...more] = part.sources();
      return spread(part, more.length === 0 ? source : undefined);
    }),
  );

  // Reserves space above the stacks for the line that leads to all but the first of them.
  const above = count > 1 ? gap.row + 8 : 0;
  const height = Math.max(above + block.height, base.height);
  const corner = { x: base.width + gap.column, y: (height - block.height + above) / 2 };
  const left = moved(base, { x: 0, y: (height - base.height) / 2 });
  const right = moved(block, corner);
  const trunk = corner.x - gap.column / 2;

  const lines = graph.edges().flatMap(({ v: from, w: to }): Line[] => {
    const isBack = to === first;
    const other = isBack ? from : to;
    const [start, end, lane] = [left.areas.get(first), right.areas.get(other), lanes.get(other)];
    if ((from !== first && to !== first) || !start || !end || lane === undefined) return [];
    const down = corner.x + lane;
    const across = down > trunk ? [trunk, down].map((x) => ({ x, y: corner.y - 12 })) : [];
    const [begin, target] = [rightOf(start), leftOf(end)];
    const points = [begin, { x: trunk, y: begin.y }, ...across, { x: down, y: target.y }, target];
    return [{ from, to, isBack, points: isBack ? points.reverse() : points }];
  });
  return {
    width: corner.x + right.width,
    height,
    areas: new Map([...left.areas, ...right.areas]),
    lines: [...lines, ...left.lines, ...right.lines],
  };
}

/** Uses columns if they fit at a readable scale; otherwise splits the first group's descendants into pieces. */
export function spread(graph: GroupGraph, first: string | undefined): Block {
  if (first === undefined) return inColumns(graph);
  const columns = inTreeColumns(graph, first) ?? (graph.nodeCount() <= quick ? inColumns(graph) : undefined);
  if (columns && fitOf(columns) >= readable) return columns;
  const pieces = inPieces(graph, first);
  return columns && fitOf(columns) >= fitOf(pieces) ? columns : pieces;
}
