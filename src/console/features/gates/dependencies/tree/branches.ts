// A walk as a tree: each thing below each thing that leads to it, told in full where it is nearest, and circles closed.
import { consequences } from "#targeting/dependencies/consequence.ts";
import { byName } from "#targeting/dependencies/paths.ts";
import { type Reference, type DependencyNode } from "#targeting/dependencies/node.ts";
import type { DependencyGraph } from "#targeting/dependencies/traversal.ts";

export interface Branch {
  /** Keys of the way to it; one thing may stand in several places. */
  readonly id: string;
  readonly node: DependencyNode;
  /** What it hangs on: the gate it asks about or, of dependencies, what asks about it. */
  readonly parent: DependencyNode;
  /** Where the two refer to each other. */
  readonly references: readonly Reference[];
  readonly children: readonly Branch[];
  /** Why nothing hangs on it here: it closes a circle, or stands nearer to the start with all that hangs on it. */
  readonly repeats?: "circle" | "elsewhere";
}

const rank = ({ consequence }: DependencyNode) => consequences.indexOf(consequence);

interface Step {
  readonly node: DependencyNode;
  readonly references: readonly Reference[];
}

function stepsFrom({ direction, edges, nodes }: DependencyGraph): (key: string) => readonly Step[] {
  const steps = new Map<string, Step[]>();
  for (const { from, to, references } of edges) {
    const [near, far] = direction === "dependents" ? [to, from] : [from, to];
    const node = nodes.get(far);
    if (node) steps.set(near, [...(steps.get(near) ?? []), { node, references }]);
  }
  return (key) => steps.get(key) ?? [];
}

/** The gravest consequence of a thing or of what can be reached by way of it. */
function severityRanks({ direction, edges, nodes }: DependencyGraph): ReadonlyMap<string, number> {
  const ranks = new Map([...nodes].map(([key, node]) => [key, rank(node)]));
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const { from, to } of edges) {
      const [near, far] = direction === "dependents" ? [to, from] : [from, to];
      const [own = Infinity, other = Infinity] = [ranks.get(near), ranks.get(far)];
      if (other < own) ranks.set(near, other);
      isChanged ||= other < own;
    }
  }
  return ranks;
}

/** For each thing what it hangs on by a shortest way: there it stands with all that hangs on it. */
function nearestParents(
  start: string,
  stepsOf: (key: string) => readonly Step[],
): ReadonlyMap<string, string> {
  const parents = new Map([[start, start]]);
  for (const key of parents.keys())
    for (const { node } of stepsOf(key)) if (!parents.has(node.key)) parents.set(node.key, key);
  return parents;
}

/** What hangs on the start, the gravest first. */
export function branchesOf(graph: DependencyGraph): Branch[] {
  const stepsOf = stepsFrom(graph);
  const ranks = severityRanks(graph);
  const parents = nearestParents(graph.start.key, stepsOf);
  const rankOf = (key: string) => ranks.get(key) ?? consequences.length;
  const mostSevereFirst = (left: Step, right: Step) =>
    rankOf(left.node.key) - rankOf(right.node.key) ||
    rank(left.node) - rank(right.node) ||
    byName(left.node, right.node);

  function branchesBelow(parent: DependencyNode, way: readonly string[]): Branch[] {
    return [...stepsOf(parent.key)].sort(mostSevereFirst).map(({ node, references }) => {
      const { key } = node;
      const branch = { id: [...way, key].join(" > "), node, parent, references };
      if (way.includes(key)) return { ...branch, children: [], repeats: "circle" };
      if (parents.get(key) !== parent.key && stepsOf(key).length > 0)
        return { ...branch, children: [], repeats: "elsewhere" };
      return { ...branch, children: branchesBelow(node, [...way, key]) };
    });
  }
  return branchesBelow(graph.start, [graph.start.key]);
}

export interface TreeRow {
  readonly branch: Branch;
  /** From 1. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  /** Row of the parent, by the branch's id. */
  readonly parentID?: string;
}

/** The rows in view, from the top. */
export function rowsOf(
  branches: readonly Branch[],
  isOpen: (branch: Branch) => boolean,
  level = 1,
  parentID?: string,
): TreeRow[] {
  return branches.flatMap((branch, index) => [
    {
      branch,
      level,
      position: index + 1,
      siblings: branches.length,
      ...(parentID === undefined ? {} : { parentID }),
    },
    ...(isOpen(branch) ? rowsOf(branch.children, isOpen, level + 1, branch.id) : []),
  ]);
}
