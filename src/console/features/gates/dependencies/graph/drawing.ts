// What is drawn of a reach: boxes and arrows without their places, and how many of a large reach.
import { pathsIn } from "#targeting/dependencies/paths.ts";
import type { DependencyNode } from "#targeting/dependencies/node.ts";
import type { DependencyGraph } from "#targeting/dependencies/traversal.ts";

export interface Drawing {
  /** Key of the gate that it is about. */
  readonly start: string;
  /** The start first, then the gravest. */
  readonly nodes: readonly DependencyNode[];
  /** Keys; from what is asked about to what asks, as effects go. */
  readonly arrows: readonly { readonly from: string; readonly to: string }[];
  /** Things that were left out. */
  readonly left: number;
}

/** More than this beside the start is no picture any more; the tree has them all. */
const most = 300;

/** Both ways from the same start as one picture; of a large reach the gravest things, each with all that leads to it. */
export function drawingOf(graphs: readonly DependencyGraph[]): Drawing {
  const all = new Map(graphs.flatMap(({ nodes }) => [...nodes]));
  const start = graphs[0]?.start.key ?? "";
  const kept = new Map([...all].filter(([key]) => key === start));
  for (const { path } of graphs.flatMap(pathsIn)) {
    const missing = path.filter(({ node }) => !kept.has(node.key));
    if (kept.size - 1 + missing.length > most) break;
    for (const { node } of missing) kept.set(node.key, node);
  }
  const edges = graphs.flatMap((graph) => graph.edges);
  const arrows = new Map(
    edges.flatMap(({ from, to }) =>
      kept.has(from) && kept.has(to) && from !== to
        ? [[`${to} ${from}`, { from: to, to: from }] as const]
        : [],
    ),
  );
  return { start, nodes: [...kept.values()], arrows: [...arrows.values()], left: all.size - kept.size };
}

/** Keys of all that stands on a way through the thing: what leads to it, and what it leads to. */
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
