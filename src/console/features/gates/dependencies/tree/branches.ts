// Converts a graph into a tree: a node appears below each of its parents, but with children only once, nearest to the start.
// Cycles are cut.
import {
  byName,
  edgesBy,
  rankOf,
  type DependencyGraph,
  type DependencyNode,
  type Edge,
} from "#targeting/dependencies/graph.ts";
import { pathsIn } from "#targeting/dependencies/paths.ts";

export interface Branch {
  /** Keys of the path to the branch, which are unique although a node may appear in several places. */
  readonly id: string;
  readonly node: DependencyNode;
  /** The edge from the parent to the node. */
  readonly edge: Edge;
  readonly children: readonly Branch[];
  /** Why the children are omitted here: the branch closes a cycle, or the node appears nearer to the start with its children. */
  readonly repeats?: "circle" | "elsewhere";
}

/** Rank of the most severe consequence among each node and all its descendants. */
function severityRanks({ edges, nodes }: DependencyGraph): ReadonlyMap<DependencyNode, number> {
  const ranks = new Map([...nodes.values()].map((node) => [node, rankOf(node)]));
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const { near, far } of edges) {
      const [own = Infinity, other = Infinity] = [ranks.get(near), ranks.get(far)];
      if (other < own) ranks.set(near, other);
      isChanged ||= other < own;
    }
  }
  return ranks;
}

/** The branches below the start, most severe first. */
export function branchesOf(graph: DependencyGraph): Branch[] {
  const onward = edgesBy(graph.edges, "near");
  const ranks = severityRanks(graph);
  const parents = new Map(pathsIn(graph).map(({ node, edge }) => [node, edge.near]));
  const severity = (node: DependencyNode) => ranks.get(node) ?? Infinity;
  const mostSevereFirst = ({ far: left }: Edge, { far: right }: Edge) =>
    severity(left) - severity(right) || rankOf(left) - rankOf(right) || byName(left, right);

  const branchesBelow = (parent: DependencyNode, path: readonly DependencyNode[]): Branch[] =>
    onward(parent)
      .toSorted(mostSevereFirst)
      .map((edge) => {
        const node = edge.far;
        const way = [...path, node];
        const branch = { id: way.map(({ key }) => key).join(" > "), node, edge };
        if (path.includes(node)) return { ...branch, children: [], repeats: "circle" };
        if (parents.get(node) !== parent && onward(node).length > 0)
          return { ...branch, children: [], repeats: "elsewhere" };
        return { ...branch, children: branchesBelow(node, way) };
      });
  return branchesBelow(graph.start, [graph.start]);
}

export interface TreeRow {
  readonly branch: Branch;
  /** 1-based depth in the tree. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  /** Branch id of the parent row. */
  readonly parentID?: string | undefined;
}

/** The visible rows, from top to bottom. */
export function rowsOf(
  branches: readonly Branch[],
  isOpen: (branch: Branch) => boolean,
  level = 1,
  parentID?: string,
): TreeRow[] {
  return branches.flatMap((branch, index) => [
    { branch, level, position: index + 1, siblings: branches.length, parentID },
    ...(isOpen(branch) ? rowsOf(branch.children, isOpen, level + 1, branch.id) : []),
  ]);
}
