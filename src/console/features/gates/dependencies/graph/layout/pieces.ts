// A picture that is too large for columns alone: what hangs on its first node falls apart into pieces, which are set side by side.
import { layered } from "./layers.ts";
import type { Node, Nodes } from "./nodes.ts";
import { leftOf, rightOf, type Picture, type PlacedLink, type PlacedNode } from "./picture.ts";
import { fitOf, gap, type Arrow, type Point } from "./plan.ts";
import { bestStacks, placeStacks, stacksOf } from "./stacks.ts";

/** Up to so many nodes dagre is quick. */
const quick = 120;
/** A picture that is shown at this size or larger stays in one piece. */
const readable = 0.7;

/** Nodes that are linked with each other in some way, in the order of their first ones. */
function partsOf(nodes: readonly Node[], links: readonly Arrow[]): Nodes[] {
  const partOf = new Map(nodes.map((node) => [node.key, new Set([node])]));
  for (const { from, to } of links) {
    const [one, other] = [partOf.get(from), partOf.get(to)];
    if (!one || !other || one === other) continue;
    for (const node of other) {
      one.add(node);
      partOf.set(node.key, one);
    }
  }
  return [...new Set(partOf.values())].map((part) => ({
    nodes: nodes.filter((node) => part.has(node)),
    links: links.filter(({ from }) => [...part].some(({ key }) => key === from)),
  }));
}

/** The one node that no link leads to; undefined where there are several. */
function firstOf({ nodes, links }: Nodes): Node | undefined {
  const affected = new Set(links.map(({ to }) => to));
  const free = nodes.filter(({ key }) => !affected.has(key));
  return free.length === 1 ? free[0] : undefined;
}

/** The first node with what leads to it at its left, and what hangs on it in stacks at its right. */
function spreadFrom(first: Node, { nodes, links }: Nodes): Picture {
  const others = nodes.filter((node) => node !== first);
  const apart = links.filter(({ from, to }) => from !== first.key && to !== first.key);
  const hangsOn = new Set(links.flatMap(({ from, to }) => (from === first.key ? [to] : [])));
  const parts = partsOf(others, apart);
  const isBehind = (part: Nodes) => part.nodes.some(({ key }) => hangsOn.has(key));
  const behind = bestStacks(
    parts.filter(isBehind).map((part) => spread(part, firstOf(part))),
    first.width,
  );
  const before = stacksOf(
    parts.filter((part) => !isBehind(part)).map((part) => spread(part, undefined)),
    1,
  );
  // Above the stacks runs the line to all but the first of them.
  const top = behind.stacks.length > 1 ? gap.row + 8 : 0;
  const height = Math.max(behind.height + top, before.height, first.height);
  const left =
    before.stacks.length > 0
      ? placeStacks(before, { x: -gap.column, y: (height - before.height) / 2 })
      : undefined;
  const start: PlacedNode = {
    node: first,
    x: left ? left.right + gap.column : 0,
    y: (height - first.height) / 2,
  };
  const stackTop = top + (height - top - behind.height) / 2;
  const right = placeStacks(behind, { x: start.x + first.width, y: stackTop });
  const pictures = [...(left?.pictures ?? []), ...right.pictures];
  const placed = new Map(pictures.flatMap((one) => one.nodes.map((each) => [each.node.key, each])));

  const trunk = start.x + first.width + gap.column / 2;
  const over = stackTop - 12;
  /** From the first node to the left edge of one behind it. */
  const wayTo = (key: string, target: PlacedNode): Point[] => {
    const [begin, end] = [rightOf(start), leftOf(target)];
    const lane = right.lanes.get(key) ?? trunk;
    const across = [trunk, lane].map((x) => ({ x, y: over }));
    return [begin, { x: trunk, y: begin.y }, ...(lane === trunk ? [] : across), { x: lane, y: end.y }, end];
  };
  const wayFrom = (target: PlacedNode): Point[] => {
    const [begin, end] = [rightOf(target), leftOf(start)];
    const lane = start.x - gap.column / 2;
    return [begin, { x: lane, y: begin.y }, { x: lane, y: end.y }, end];
  };
  const own = links.flatMap((link): PlacedLink[] => {
    const isFrom = link.from === first.key;
    const other = isFrom ? link.to : link.from;
    const target = placed.get(other);
    if (!target || (!isFrom && link.to !== first.key)) return [];
    if (isFrom) return [{ ...link, line: "bend", isBack: false, points: wayTo(other, target) }];
    if (right.lanes.has(other))
      return [{ ...link, line: "bend", isBack: true, points: wayTo(other, target).reverse() }];
    return [{ ...link, line: "bend", isBack: false, points: wayFrom(target) }];
  });
  return {
    width: right.right,
    height,
    nodes: [start, ...placed.values()],
    links: [...own, ...pictures.flatMap((one) => one.links)],
  };
}

/** Columns where they fit; otherwise what hangs on the first node in pieces. */
export function spread(all: Nodes, first: Node | undefined): Picture {
  const { nodes, links } = all;
  const columns = nodes.length <= quick || !first ? layered(nodes, links) : undefined;
  if (columns && (!first || fitOf(columns) >= readable)) return columns;
  const pieces = first && spreadFrom(first, all);
  if (!pieces) return columns ?? layered(nodes, links);
  return columns && fitOf(columns) >= fitOf(pieces) ? columns : pieces;
}
