// The part of the dependencies that is drawn: boxes and arrows without their positions, of large graphs only the most severe.
import type { Dependencies, DependencyNode } from "#targeting/dependencies/graph.ts";
import { pathsIn } from "#targeting/dependencies/paths.ts";
import { boxWidthFor, noteFor } from "./box-text.ts";
import type { Arrow, Plan, PlanRequest } from "#console/features/gates/dependencies/graph/layout/plan.ts";

export type BoxLook = "start" | "running" | "missing" | "plain";

export interface DrawnNode {
  readonly node: DependencyNode;
  /** The second line of its box. */
  readonly note: string;
  readonly look: BoxLook;
}

export interface Drawing {
  /** Key of the gate that it is about. */
  readonly start: string;
  /** The start first, then the most severe. */
  readonly nodes: readonly DrawnNode[];
  /** Keys; from the gate that is referred to, as effects go. */
  readonly arrows: readonly Arrow[];
  /** The number of nodes that were left out. */
  readonly left: number;
}

/** With more nodes beside the start a picture cannot be read; the tree has them all. */
const most = 300;

function lookOf(node: DependencyNode, start: DependencyNode): BoxLook {
  if (node.key === start.key) return "start";
  if (node.isMissing) return "missing";
  return node.consequence === "running experiment" ? "running" : "plain";
}

/** Both directions as one picture; of large graphs the most severe nodes, each with all that lead to it. */
export function drawingOf({ dependents, dependencies }: Dependencies, now: number): Drawing {
  const { start } = dependents;
  const all = new Set([...dependencies.nodes.keys(), ...dependents.nodes.keys()]);
  const drawn = new Map([[start.key, start]]);
  for (const { path } of [dependencies, dependents].flatMap((graph) => pathsIn(graph))) {
    const missing = path.filter(({ key }) => !drawn.has(key));
    if (drawn.size - 1 + missing.length > most) break;
    for (const node of missing) drawn.set(node.key, node);
  }
  const arrows = new Map(
    [...dependencies.edges, ...dependents.edges].flatMap(({ from: { key: to }, to: { key: from } }) =>
      drawn.has(from) && drawn.has(to) && from !== to ? [[`${from} ${to}`, { from, to }] as const] : [],
    ),
  );
  return {
    start: start.key,
    nodes: [...drawn.values()].map((node) => ({
      node,
      look: lookOf(node, start),
      note: node.key === start.key ? "This gate" : noteFor(node, now),
    })),
    arrows: [...arrows.values()],
    left: all.size - drawn.size,
  };
}

export const planRequest = ({ start, nodes, arrows }: Drawing): PlanRequest => ({
  start,
  keys: nodes.map(({ node }) => node.key),
  arrows,
  boxWidth: boxWidthFor(nodes),
});

/** The nodes of a drawing with the corners of their boxes; those of a plan for another drawing may lack some. */
export const placedNodes = (nodes: readonly DrawnNode[], { boxes }: Plan) =>
  nodes.flatMap((drawn) => {
    const { key } = drawn.node;
    const corner = boxes.get(key);
    return corner ? [{ key, drawn, at: `translate(${corner.x} ${corner.y})` }] : [];
  });

/** Keys of all nodes on a path through the node: those that lead to it, and those it leads to. */
export function throughNode(arrows: readonly Arrow[], key: string): Set<string> {
  const [before, after] = [new Set([key]), new Set([key])];
  for (const one of before) for (const { from, to } of arrows) if (to === one) before.add(from);
  for (const one of after) for (const { from, to } of arrows) if (from === one) after.add(to);
  return new Set([...before, ...after]);
}
