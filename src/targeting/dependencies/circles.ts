// Circles of references: gates that refer to themselves through others.
import { shortestPath } from "#targeting/evaluate/references.ts";
import { edgesBy, type DependencyNode, type Edge } from "./graph.ts";

/** In the order of reference; the first stands at the end once more. */
export type Circle = readonly DependencyNode[];

function successorsIn(edges: readonly Edge[]) {
  const onward = edgesBy(edges, "from");
  return (node: DependencyNode) => onward(node).map(({ to }) => to);
}

/** Groups of nodes that all refer to each other in some way round: strongly connected components (Tarjan 1972). */
export function knotsIn(edges: readonly Edge[]): DependencyNode[][] {
  const successors = successorsIn(edges);
  const knots: DependencyNode[][] = [];
  const places = new Map<DependencyNode, number>();
  const open: DependencyNode[] = [];
  /** The earliest open place that the node leads back to. */
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
      const knot = open.splice(open.indexOf(node));
      if (knot.length > 1 || successors(node).includes(node)) knots.push(knot);
    }
    return lowest;
  };
  for (const { from } of edges) if (!places.has(from)) visit(from);
  return knots;
}

/** A shortest circle for every node that is in one, the same circle once; those through `first` begin there. */
export function circlesIn(edges: readonly Edge[], first: DependencyNode): Circle[] {
  const successors = successorsIn(edges);
  const members = knotsIn(edges).flat();
  const found = new Map<string, Circle>();
  for (const node of members.includes(first) ? [first, ...members] : members) {
    const circle = [node, ...(shortestPath(successors(node), node, successors) ?? [])];
    const identity = [...new Set(circle.map(({ key }) => key))].sort().join("\n");
    if (!found.has(identity)) found.set(identity, circle);
  }
  return [...found.values()];
}
