// Finds the shortest path from a gate to every node of its graph, and whether a change of the gate can affect the node.
import { appliesIn } from "#targeting/evaluate/result-model.ts";
import { byName, edgesBy, rankOf, type DependencyGraph, type DependencyNode, type Edge } from "./graph.ts";

export interface NodePath {
  readonly node: DependencyNode;
  /** From the start to the node. */
  readonly path: readonly DependencyNode[];
  /** The last edge of the path. */
  readonly edge: Edge;
  /** Whether a change of the start can affect the node: on at least one path, no gate in between gives all users the same result. */
  readonly isAffected: boolean;
  /** The requested environments in which such a path exists, that is, in which all of its references apply. */
  readonly affectedIn: readonly string[];
}

/** Breadth-first search: returns the edge by which each reachable node is reached first. */
function firstEdges(
  graph: DependencyGraph,
  leadsOn: (node: DependencyNode) => boolean,
  counts: (edge: Edge) => boolean = () => true,
) {
  const onward = edgesBy(graph.edges, "near");
  const first = new Map<DependencyNode, Edge | undefined>([[graph.start, undefined]]);
  for (const node of first.keys())
    if (node === graph.start || leadsOn(node))
      for (const edge of onward(node)) if (!first.has(edge.far) && counts(edge)) first.set(edge.far, edge);
  return first;
}

/** Sorts by severity, then affected nodes first, then by distance, then by name. */
const bySeverity = (left: NodePath, right: NodePath) =>
  rankOf(left.node) - rankOf(right.node) ||
  Number(right.isAffected) - Number(left.isAffected) ||
  left.path.length - right.path.length ||
  byName(left.node, right.node);

/** Returns the paths to all nodes but the start, the most severe consequence first. */
export function pathsIn(graph: DependencyGraph, environments: readonly string[] = []): NodePath[] {
  const first = firstEdges(graph, () => true);
  const isDecided = ({ isFixed }: DependencyNode) => !isFixed;
  const affected = firstEdges(graph, isDecided);
  const affectedIn = environments.map((environment) => ({
    environment,
    nodes: firstEdges(graph, isDecided, ({ references }) =>
      references.some((reference) => appliesIn(reference, environment)),
    ),
  }));
  const pathTo = (node: DependencyNode): DependencyNode[] => {
    const edge = first.get(node);
    return edge ? [...pathTo(edge.near), node] : [node];
  };
  return [...first]
    .flatMap(([node, edge]): NodePath[] =>
      edge
        ? [
            {
              node,
              path: pathTo(node),
              edge,
              isAffected: affected.has(node),
              affectedIn: affectedIn
                .filter(({ nodes }) => nodes.has(node))
                .map(({ environment }) => environment),
            },
          ]
        : [],
    )
    .sort(bySeverity);
}

const kindText = { gate: "", experiment: "experiment ", dynamic_config: "config " } as const;

/** Formats a path, such as "checkout_v2 → pricing → experiment New price page". */
export const pathText = ({ path }: NodePath): string =>
  path.map(({ kind, name }) => `${kindText[kind]}${name}`).join(" → ");
