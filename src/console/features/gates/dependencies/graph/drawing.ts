// The part of the dependencies that is drawn: boxes and arrows without their places, of large graphs only the most severe.
import type { Dependencies, DependencyNode } from "#targeting/dependencies/graph.ts";
import { pathsIn } from "#targeting/dependencies/paths.ts";

export interface Drawing {
  /** Key of the gate that it is about. */
  readonly start: string;
  /** The start first, then the most severe. */
  readonly nodes: readonly DependencyNode[];
  /** Keys; from the gate that is referred to, as effects go. */
  readonly arrows: readonly { readonly from: string; readonly to: string }[];
  /** The number of nodes that were left out. */
  readonly left: number;
}

/** With more nodes beside the start a picture cannot be read; the tree has them all. */
const most = 300;

/** Both directions as one picture; of large graphs the most severe nodes, each with all that lead to it. */
export function drawingOf({ dependents, dependencies }: Dependencies): Drawing {
  const { start } = dependents;
  const all = new Set([...dependencies.nodes.keys(), ...dependents.nodes.keys()]);
  const kept = new Map([[start.key, start]]);
  for (const { path } of [dependencies, dependents].flatMap(pathsIn)) {
    const missing = path.filter(({ key }) => !kept.has(key));
    if (kept.size - 1 + missing.length > most) break;
    for (const node of missing) kept.set(node.key, node);
  }
  const arrows = new Map(
    [...dependencies.edges, ...dependents.edges].flatMap(({ from: { key: to }, to: { key: from } }) =>
      kept.has(from) && kept.has(to) && from !== to ? [[`${from} ${to}`, { from, to }] as const] : [],
    ),
  );
  return {
    start: start.key,
    nodes: [...kept.values()],
    arrows: [...arrows.values()],
    left: all.size - kept.size,
  };
}

/** Keys of all nodes on a path through the node: those that lead to it, and those it leads to. */
export function throughNode(arrows: Drawing["arrows"], key: string): Set<string> {
  const through = new Set([key]);
  for (const [near, far] of [
    ["from", "to"],
    ["to", "from"],
  ] as const) {
    const side = new Set([key]);
    for (const one of side) for (const arrow of arrows) if (arrow[near] === one) side.add(arrow[far]);
    for (const one of side) through.add(one);
  }
  return through;
}
