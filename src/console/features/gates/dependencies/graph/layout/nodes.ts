// What is laid out as one: a box, or a frame of boxes that all have the same arrows, so that a wide fan-out does not become a strip.
import { boxHeight, fitOf, type Arrow, type Box, type PlacedBox, type Point } from "./plan.ts";

export interface Node {
  /** Of its first box. */
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly members: readonly Box[];
  /** Boxes beside each other in the frame; without it, it is a single box. */
  readonly columns?: number;
}

export interface Nodes {
  readonly nodes: readonly Node[];
  /** Between the keys of nodes, each once. */
  readonly links: readonly Arrow[];
}

/** So many alike still stand one above the other. */
const stacked = 8;
/** px within a frame: between its boxes, and from its edge to them. */
const within = 8;

const frameSize = (width: number, total: number, columns: number) => ({
  width: within + columns * (width + within),
  height: within + Math.ceil(total / columns) * (boxHeight + within),
});

function frameOf(members: readonly Box[]): Node {
  const [first] = members;
  const width = Math.max(...members.map((box) => box.width));
  let columns = 1;
  const fit = (count: number) => fitOf(frameSize(width, members.length, count));
  while (fit(columns + 1) > fit(columns)) columns += 1;
  return { key: first?.key ?? "", ...frameSize(width, members.length, columns), members, columns };
}

const single = (box: Box): Node => ({
  key: box.key,
  width: box.width,
  height: boxHeight,
  members: [box],
});

/** Keys of the boxes at the other ends of each box's arrows, as a text that is the same for boxes with the same arrows. */
function endsOf(boxes: readonly Box[], arrows: readonly Arrow[]): ReadonlyMap<string, string> {
  const ends = new Map(boxes.map(({ key }) => [key, new Array<string>()]));
  for (const { from, to } of arrows) {
    ends.get(from)?.push(`to ${to}`);
    ends.get(to)?.push(`from ${from}`);
  }
  return new Map([...ends].map(([key, found]) => [key, [...new Set(found)].sort().join("\n")]));
}

/** Boxes that are alike in all their arrows become one node where they are many; the start stays alone. */
export function nodesOf(boxes: readonly Box[], arrows: readonly Arrow[], start: string): Nodes {
  const ends = endsOf(boxes, arrows);
  const alike = new Map<string, Box[]>();
  for (const box of boxes) {
    const name = box.key === start ? "start" : (ends.get(box.key) ?? "");
    alike.set(name, [...(alike.get(name) ?? []), box]);
  }
  const nodes = [...alike.values()].flatMap((found) =>
    found.length > stacked ? [frameOf(found)] : found.map(single),
  );
  const nodeOf = new Map(nodes.flatMap((node) => node.members.map(({ key }) => [key, node.key])));
  const links = new Map<string, Arrow>();
  for (const arrow of arrows) {
    const [from, to] = [nodeOf.get(arrow.from), nodeOf.get(arrow.to)];
    if (from !== undefined && to !== undefined && from !== to) links.set(`${from}\n${to}`, { from, to });
  }
  return { nodes, links: [...links.values()] };
}

/** Where the boxes of a node stand that has its corner there. */
export function placeMembers({ members, width, columns }: Node, { x, y }: Point): PlacedBox[] {
  if (columns === undefined) return members.map(({ key }) => ({ key, width, x, y }));
  const own = (width - within) / columns - within;
  return members.map(({ key }, index) => ({
    key,
    width: own,
    x: x + within + (index % columns) * (own + within),
    y: y + within + Math.floor(index / columns) * (boxHeight + within),
  }));
}
