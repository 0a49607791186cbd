// A graph that is too large for columns alone: what hangs on its first group falls apart into pieces, which are set side by side.
import { graphlib } from "@dagrejs/dagre";
import { leftOf, moved, rightOf, type Block, type GroupGraph, type Line } from "./block.ts";
import { inColumns } from "./columns.ts";
import { columnsFor, fitOf, gap } from "./plan.ts";
import { inTreeColumns } from "./tree-columns.ts";

/** Up to so many groups dagre is quick. */
const quick = 120;
/** A graph that is in view as a whole at this scale or larger stays in one piece. */
const readable = 0.7;

interface Stacks {
  readonly block: Block;
  readonly count: number;
  /** By key of a group: where arrows to its stack run down, px from the left of the block. */
  readonly lanes: ReadonlyMap<string, number>;
}

/** Pieces one below the other, in stacks beside each other that are about equally high. */
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

/** The first group and what leads to it in columns at the left, and what hangs on it in stacks at the right. */
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

  // Above the stacks runs the line to all but the first of them.
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

/** Columns where they fit; otherwise what hangs on the first group in pieces. */
export function spread(graph: GroupGraph, first: string | undefined): Block {
  if (first === undefined) return inColumns(graph);
  const columns = inTreeColumns(graph, first) ?? (graph.nodeCount() <= quick ? inColumns(graph) : undefined);
  if (columns && fitOf(columns) >= readable) return columns;
  const pieces = inPieces(graph, first);
  return columns && fitOf(columns) >= fitOf(pieces) ? columns : pieces;
}
