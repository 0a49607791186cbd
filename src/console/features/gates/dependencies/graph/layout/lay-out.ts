import { nodesOf, placeMembers } from "./nodes.ts";
import { spread } from "./pieces.ts";
import type { Plan, PlanRequest } from "./plan.ts";

/** px around everything. */
const margin = 4;

/** Columns from left to right, in the direction of the arrows; what would become a strip is set side by side. */
export function layOut({ boxes, arrows, start }: PlanRequest): Plan {
  const all = nodesOf(boxes, arrows, start);
  const first = all.nodes.find(({ key }) => key === start);
  const picture = spread(all, first);
  const keysOf = new Map(all.nodes.map(({ key, members }) => [key, members.map((box) => box.key)]));
  const at = ({ x, y }: { x: number; y: number }) => ({ x: x + margin, y: y + margin });
  return {
    width: picture.width + 2 * margin,
    height: picture.height + 2 * margin,
    boxes: picture.nodes.flatMap((placed) => placeMembers(placed.node, at(placed))),
    frames: picture.nodes.flatMap(({ node: { columns, members, width, height }, ...point }) =>
      columns === undefined ? [] : [{ keys: members.map(({ key }) => key), width, height, ...at(point) }],
    ),
    arrows: picture.links.map(({ from, to, points, ...look }) => ({
      from: keysOf.get(from) ?? [from],
      to: keysOf.get(to) ?? [to],
      points: points.map(at),
      ...look,
    })),
  };
}
