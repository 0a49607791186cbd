// What a walk has reached: by which way, in the order of what a change of the start would mean for it.
import { consequences } from "./consequence.ts";
import { type Reference, type DependencyNode } from "./node.ts";
import type { Edge } from "./read-neighbours.ts";
import type { DependencyGraph } from "./traversal.ts";

export interface PathStep {
  readonly node: DependencyNode;
  /** How this step and the one before refer to each other; empty for the start. */
  readonly references: readonly Reference[];
}

export interface NodePath {
  readonly node: DependencyNode;
  /** Steps from the start. */
  readonly depth: number;
  /** A shortest way, from the start to the thing. */
  readonly path: readonly PathStep[];
  /** Whether a change of the start can reach it: by some way no gate between answers everyone alike. */
  readonly isAffected: boolean;
}

/** Edges by the key they lead away from, in the direction of the walk. */
function onward({
  direction,
  edges,
}: DependencyGraph): (key: string) => readonly { edge: Edge; to: string }[] {
  const found = new Map<string, { edge: Edge; to: string }[]>();
  for (const edge of edges) {
    const [from, to] = direction === "dependents" ? [edge.to, edge.from] : [edge.from, edge.to];
    const list = found.get(from);
    if (list) list.push({ edge, to });
    else found.set(from, [{ edge, to }]);
  }
  return (key) => found.get(key) ?? [];
}

/** For each key that can be reached, the edge by which it was reached first and the key before it. */
function spread(graph: DependencyGraph, goesOn: (node: DependencyNode) => boolean) {
  const from = onward(graph);
  const before = new Map<string, { key: string; edge: Edge } | undefined>([[graph.start.key, undefined]]);
  for (const key of before.keys()) {
    const node = graph.nodes.get(key);
    if (!node || (node !== graph.start && !goesOn(node))) continue;
    for (const { edge, to } of from(key)) if (!before.has(to)) before.set(to, { key, edge });
  }
  return before;
}

const names = new Intl.Collator("en", { numeric: true });

/** Such as a reader expects it: "part 9" before "part 10". */
export const byName = (left: DependencyNode, right: DependencyNode): number =>
  names.compare(left.name, right.name);

const rank = ({ consequence }: DependencyNode) => consequences.indexOf(consequence);

/** The gravest first, the nearest first among equals, then by name. */
const byConsequence = (left: NodePath, right: NodePath) =>
  rank(left.node) - rank(right.node) ||
  Number(right.isAffected) - Number(left.isAffected) ||
  left.depth - right.depth ||
  byName(left.node, right.node);

/** Everything that a walk has reached but its start, the gravest consequence first. */
export function pathsIn(graph: DependencyGraph): NodePath[] {
  const before = spread(graph, () => true);
  const affected = spread(graph, ({ isFixed }) => !isFixed);
  const pathTo = (node: DependencyNode): PathStep[] => {
    const path: PathStep[] = [];
    for (let at: DependencyNode | undefined = node; at;) {
      const step: { key: string; edge: Edge } | undefined = before.get(at.key);
      path.unshift({ node: at, references: step?.edge.references ?? [] });
      at = step && graph.nodes.get(step.key);
    }
    return path;
  };
  return [...graph.nodes.values()]
    .filter((node) => node !== graph.start)
    .map((node): NodePath => {
      const path = pathTo(node);
      return { node, depth: path.length - 1, path, isAffected: affected.has(node.key) };
    })
    .sort(byConsequence);
}

const kindText = { gate: "", experiment: "experiment ", dynamic_config: "config " } as const;

/** A way in words, such as "checkout_v2 → pricing → experiment New price page". */
export const pathText = (path: readonly PathStep[]): string =>
  path.map(({ node: { kind, name } }) => `${kindText[kind]}${name}`).join(" → ");
