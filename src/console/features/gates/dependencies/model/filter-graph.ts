import type { Consequence } from "#targeting/dependencies/consequence.ts";
import type { DependencyGraph, DependencyNode } from "#targeting/dependencies/graph.ts";

/** Filters the graph to nodes with the wanted consequences and the nodes that lead to them; without any, returns it unchanged. */
export function filterGraph(graph: DependencyGraph, wanted: readonly Consequence[]): DependencyGraph {
  if (wanted.length === 0) return graph;
  const { start, nodes, edges } = graph;
  const nearer = new Map<DependencyNode, DependencyNode[]>();
  for (const { near, far } of edges) nearer.set(far, [...(nearer.get(far) ?? []), near]);
  const shown = new Set(
    [...nodes.values()].filter((node) => node !== start && wanted.includes(node.consequence)),
  );
  for (const node of shown) for (const near of nearer.get(node) ?? []) shown.add(near);
  shown.add(start);
  return {
    ...graph,
    nodes: new Map([...nodes].filter(([, node]) => shown.has(node))),
    edges: edges.filter(({ near, far }) => shown.has(near) && shown.has(far)),
  };
}
