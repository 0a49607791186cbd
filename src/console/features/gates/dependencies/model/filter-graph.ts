// A walk with only what is asked for: the wanted consequences, and what leads to them.
import type { Consequence } from "#targeting/dependencies/consequence.ts";
import type { DependencyGraph } from "#targeting/dependencies/traversal.ts";

/** Keys of the things that lead to one of the given in the direction of the walk, these included. */
function leadingTo({ direction, edges }: DependencyGraph, keys: Iterable<string>): Set<string> {
  const back = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const [near, far] = direction === "dependents" ? [to, from] : [from, to];
    back.set(far, [...(back.get(far) ?? []), near]);
  }
  const leading = new Set(keys);
  for (const key of leading) for (const near of back.get(key) ?? []) leading.add(near);
  return leading;
}

const kept = (graph: DependencyGraph, keep: ReadonlySet<string>): DependencyGraph => ({
  ...graph,
  nodes: new Map([...graph.nodes].filter(([key]) => keep.has(key) || key === graph.start.key)),
  edges: graph.edges.filter(({ from, to }) => keep.has(from) && keep.has(to)),
});

/** Everything where nothing is asked for. */
export function filterGraph(graph: DependencyGraph, wanted: readonly Consequence[]): DependencyGraph {
  if (wanted.length === 0) return graph;
  const matches = [...graph.nodes.values()].filter(
    (node) => node !== graph.start && wanted.includes(node.consequence),
  );
  return kept(
    graph,
    leadingTo(
      graph,
      matches.map(({ key }) => key),
    ),
  );
}
