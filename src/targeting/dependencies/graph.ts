// Builds the dependency graphs of a gate from the service's answer: one per direction, with the consequence of a change for each node.
import type {
  DependencyDirection,
  DependencyEntity,
  GateDependencies,
  GateReference,
  Truncation,
} from "#contract/gate-dependencies.ts";
import { consequences, type Consequence } from "./consequence.ts";

export interface DependencyNode extends Pick<
  DependencyEntity,
  "kind" | "id" | "name" | "status" | "checksPerHour" | "startTime" | "endTime" | "duration"
> {
  /** Kind and id together, since entities of different kinds may have the same id. */
  readonly key: string;
  readonly consequence: Consequence;
  /** True for a gate that is referred to but does not exist. */
  readonly isMissing: boolean;
  readonly isStale: boolean;
  /** True for a gate that gives all users the same result, so that the gates it refers to make no difference. */
  readonly isFixed: boolean;
}

export interface Edge {
  /** The entity that refers to the gate `to`. */
  readonly from: DependencyNode;
  readonly to: DependencyNode;
  /** The same two nodes ordered by the direction of the graph: `near` is closer to the start. */
  readonly near: DependencyNode;
  readonly far: DependencyNode;
  readonly references: readonly GateReference[];
}

export interface DependencyGraph {
  readonly direction: DependencyDirection;
  readonly start: DependencyNode;
  /** Nodes by key, the start first. */
  readonly nodes: ReadonlyMap<string, DependencyNode>;
  readonly edges: readonly Edge[];
  /** Parts of the graph that the service cut off; empty if the graph is complete. */
  readonly truncations: readonly Truncation[];
}

/** The graphs of both directions, which have the same start. */
export type Dependencies = Readonly<Record<DependencyDirection, DependencyGraph>>;

/** Choice: an experiment whose assignment has stopped still counts as running, since its users are still measured. */
const runningStatuses = new Set(["active", "assignment_stopped"]);

function consequenceOf({ kind, status, isEnabled, isMissing }: DependencyEntity): Consequence {
  if (kind === "experiment") {
    if (runningStatuses.has(status)) return "running experiment";
    return status === "setup" ? "setup" : "archived";
  }
  if (isMissing || status === "Archived") return "archived";
  if (!isEnabled || status === "Disabled") return "setup";
  return kind === "gate" ? "enabled gate" : "config";
}

function nodeOf(entity: DependencyEntity): DependencyNode {
  const consequence = consequenceOf(entity);
  return {
    ...entity,
    key: keyOf(entity),
    consequence,
    isMissing: entity.isMissing ?? false,
    isStale: entity.type === "STALE",
    isFixed: entity.kind === "gate" && (consequence !== "enabled gate" || entity.status === "Launched"),
  };
}

export const keyOf = ({ kind, id }: Pick<DependencyNode, "kind" | "id">): string => `${kind}/${id}`;

export function dependencyGraphs(answer: GateDependencies): Dependencies {
  const start = nodeOf(answer.start);
  const graph = (direction: DependencyDirection): DependencyGraph => {
    const { entities, edges, truncations } = answer[direction];
    const nodes = new Map([start, ...entities.map(nodeOf)].map((node) => [node.key, node]));
    return {
      direction,
      start,
      nodes,
      edges: edges.flatMap(({ from: by, to: id, references }): Edge[] => {
        const [from, to] = [nodes.get(keyOf(by)), nodes.get(keyOf({ kind: "gate", id }))];
        if (!from || !to) return [];
        const [near, far] = direction === "dependents" ? [to, from] : [from, to];
        return [{ from, to, near, far, references }];
      }),
      truncations,
    };
  };
  return { dependents: graph("dependents"), dependencies: graph("dependencies") };
}

/** Returns a lookup of edges by one of their ends; by `near` it returns the edges that lead away from the start. */
export function edgesBy(
  edges: readonly Edge[],
  end: "near" | "from",
): (node: DependencyNode) => readonly Edge[] {
  const found = new Map<DependencyNode, Edge[]>();
  for (const edge of edges) {
    const known = found.get(edge[end]);
    if (known) known.push(edge);
    else found.set(edge[end], [edge]);
  }
  return (node) => found.get(node) ?? [];
}

const names = new Intl.Collator("en", { numeric: true });

/** Compares names in natural order: "part 9" before "part 10". */
export const byName = (left: DependencyNode, right: DependencyNode): number =>
  names.compare(left.name, right.name);

/** Rank of a node by consequence; 0 is the most severe. */
export const rankOf = ({ consequence }: DependencyNode): number => consequences.indexOf(consequence);
