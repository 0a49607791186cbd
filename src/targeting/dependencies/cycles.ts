// Finds circular references: gates that refer to themselves, directly or through other gates.
import { shortestPath } from "#targeting/evaluate/references.ts";
import { edgesBy, type DependencyGraph, type DependencyNode, type Edge } from "./graph.ts";

/** Nodes in the order of reference; the first node is repeated at the end. */
export type ReferenceCycle = readonly DependencyNode[];

function successorsIn(edges: readonly Edge[]) {
  const onward = edgesBy(edges, "from");
  return (node: DependencyNode) => onward(node).map(({ to }) => to);
}

/** Returns the groups of nodes that refer to each other directly or indirectly: strongly connected components (Tarjan 1972). */
export function componentsIn(edges: readonly Edge[]): DependencyNode[][] {
  const successors = successorsIn(edges);
  const components: DependencyNode[][] = [];
  const places = new Map<DependencyNode, number>();
  const open: DependencyNode[] = [];
  /** Visits a node and returns the lowest index of an open node that can be reached from it (Tarjan's low-link). */
  const visit = (node: DependencyNode): number => {
    const place = places.size;
    let lowest = place;
    places.set(node, place);
    open.push(node);
    for (const next of successors(node)) {
      const known = places.get(next);
      if (known === undefined) lowest = Math.min(lowest, visit(next));
      else if (open.includes(next)) lowest = Math.min(lowest, known);
    }
    if (lowest === place) {
      const component = open.splice(open.indexOf(node));
      if (component.length > 1 || successors(node).includes(node)) components.push(component);
    }
    return lowest;
  };
  for (const { from } of edges) if (!places.has(from)) visit(from);
  return components;
}

/**
 * Returns a shortest cycle for each node that is part of one, keyed by its set of nodes so that each occurs once;
 * cycles through `start` begin there.
 */
export function cyclesIn({ edges, start }: DependencyGraph): Map<string, ReferenceCycle> {
  const successors = successorsIn(edges);
  const members = componentsIn(edges).flat();
  const found = new Map<string, ReferenceCycle>();
  for (const node of members.includes(start) ? [start, ...members] : members) {
    const cycle = [node, ...(shortestPath(successors(node), node, successors) ?? [])];
    const identity = [...new Set(cycle.map(({ key }) => key))].sort().join("\n");
    if (!found.has(identity)) found.set(identity, cycle);
  }
  return found;
}
