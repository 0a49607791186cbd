// Places of nodes and of the lines between them, while a picture is put together from pieces.
import type { Node } from "./nodes.ts";
import type { Arrow, PlacedArrow, Point } from "./plan.ts";

export interface PlacedNode extends Point {
  readonly node: Node;
}

export interface PlacedLink extends Arrow, Pick<PlacedArrow, "points" | "line" | "isBack"> {}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly links: readonly PlacedLink[];
}

export const moved = ({ nodes, links, ...size }: Picture, by: Point): Picture => {
  const shift = <P extends Point>(point: P): P => ({ ...point, x: point.x + by.x, y: point.y + by.y });
  return {
    ...size,
    nodes: nodes.map(shift),
    links: links.map((link) => ({ ...link, points: link.points.map(shift) })),
  };
};

/** The same with its corner at zero and everything within: bends of arrows may lie outside of all nodes. */
export function framed(picture: Picture): Picture {
  const bends = picture.links.flatMap(({ points }) => points);
  const ends = picture.nodes.map(({ x, y, node }) => ({ x: x + node.width, y: y + node.height }));
  const [lowX, lowY] = [picture.nodes, bends]
    .flat()
    .reduce(([x, y], point) => [Math.min(x, point.x), Math.min(y, point.y)], [Infinity, Infinity]);
  const [highX, highY] = [ends, bends]
    .flat()
    .reduce(([x, y], point) => [Math.max(x, point.x), Math.max(y, point.y)], [lowX, lowY]);
  return { ...moved(picture, { x: -lowX, y: -lowY }), width: highX - lowX, height: highY - lowY };
}

/** Middles of the edges where arrows leave and reach a node. */
export const leftOf = ({ x, y, node }: PlacedNode): Point => ({ x, y: y + node.height / 2 });
export const rightOf = ({ x, y, node }: PlacedNode): Point => ({ x: x + node.width, y: y + node.height / 2 });
