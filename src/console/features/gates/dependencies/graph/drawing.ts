// Selects what to draw of the dependencies: boxes and arrows without positions, and of a large graph only the most severe nodes.
import type { Dependencies, DependencyNode } from "#targeting/dependencies/graph.ts";
import { pathsIn } from "#targeting/dependencies/paths.ts";
import { boxWidthFor, noteFor } from "./box-text.ts";
import type { Arrow, Plan, PlanRequest } from "#console/features/gates/dependencies/graph/layout/plan.ts";

export type BoxLook = "start" | "running" | "missing" | "plain";

export interface DrawnNode {
  readonly node: DependencyNode;
  /** Second line of the box. */
  readonly note: string;
  readonly look: BoxLook;
}

export interface Drawing {
  /** Key of the gate whose dependencies are drawn. */
  readonly start: string;
  /** The start node first, then by severity. */
  readonly nodes: readonly DrawnNode[];
  /** Arrows between keys, from the referenced gate to the entity that refers to it, as effects propagate. */
  readonly arrows: readonly Arrow[];
  /** Number of omitted nodes. */
  readonly left: number;
}

/** Maximum number of nodes besides the start: with more the picture becomes unreadable. The tree contains all. */
const most = 300;

function lookOf(node: DependencyNode, start: DependencyNode): BoxLook {
  if (node.key === start.key) return "start";
  if (node.isMissing) return "missing";
  return node.consequence === "running experiment" ? "running" : "plain";
}

/** Combines both directions into one drawing; of a large graph, the most severe nodes and the paths that lead to them. */
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

/** The nodes of a drawing with their positions; nodes missing from the plan, if it is for another drawing, are left out. */
export const placedNodes = (nodes: readonly DrawnNode[], { boxes }: Plan) =>
  nodes.flatMap((drawn) => {
    const { key } = drawn.node;
    const corner = boxes.get(key);
    return corner ? [{ key, drawn, at: `translate(${corner.x} ${corner.y})` }] : [];
  });

/** Keys of all nodes on any path through the given node. */
export function throughNode(arrows: readonly Arrow[], key: string): Set<string> {
  const [before, after] = [new Set([key]), new Set([key])];
  for (const one of before) for (const { from, to } of arrows) if (to === one) before.add(from);
  for (const one of after) for (const { from, to } of arrows) if (from === one) after.add(to);
  return new Set([...before, ...after]);
}
