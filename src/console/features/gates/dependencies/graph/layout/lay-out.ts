import { Graph } from "@dagrejs/dagre";
import { moved, type GroupGraph } from "./block.ts";
import { cornersIn, groupsOf } from "./groups.ts";
import { spread } from "./pieces.ts";
import type { Plan, PlanRequest } from "./plan.ts";

/** Margin in px around the whole graph. */
const margin = 4;

/** Lays out the boxes in columns from left to right, along the arrows; long strips are broken into side-by-side pieces. */
export function layOut(request: PlanRequest): Plan {
  const groups = new Map(groupsOf(request).map((group) => [group.keys[0] ?? "", group]));
  const groupOf = new Map([...groups].flatMap(([name, { keys }]) => keys.map((key) => [key, name])));
  const graph: GroupGraph = new Graph();
  for (const [name, { width, height }] of groups) graph.setNode(name, { width, height });
  for (const arrow of request.arrows) {
    const [from, to] = [groupOf.get(arrow.from), groupOf.get(arrow.to)];
    if (from !== undefined && to !== undefined && from !== to) graph.setEdge(from, to, {});
  }
  const { width, height, areas, lines } = moved(spread(graph, groupOf.get(request.start)), {
    x: margin,
    y: margin,
  });
  const placed = [...groups].flatMap(([name, group]) => {
    const area = areas.get(name);
    return area ? [{ group, area }] : [];
  });
  return {
    width: width + 2 * margin,
    height: height + 2 * margin,
    boxWidth: request.boxWidth,
    boxes: new Map(placed.flatMap(({ group, area }) => cornersIn(group, area, request.boxWidth))),
    frames: placed.filter(({ group }) => group.columns > 0).map(({ area }) => area),
    arrows: lines.map((line) => ({
      ...line,
      from: groups.get(line.from)?.keys ?? [],
      to: groups.get(line.to)?.keys ?? [],
    })),
  };
}
