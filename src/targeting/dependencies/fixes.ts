// Finds faults in the references around a gate: cycles, missing or archived gates, and references to finished or stale entities.
import type { GateReference } from "#contract/gate-dependencies.ts";
import { cyclesIn } from "./cycles.ts";
import type { Dependencies, DependencyNode, Edge } from "./graph.ts";

/** An entity whose references have to be changed to fix the fault. */
export interface FixPlace {
  readonly node: DependencyNode;
  readonly references: readonly GateReference[];
}

export interface Fix {
  readonly kind: "circle" | "missing" | "archived" | "stale";
  /** One sentence. */
  readonly message: string;
  readonly places: readonly FixPlace[];
}

const kinds: readonly Fix["kind"][] = ["circle", "missing", "archived", "stale"];
const nouns = { gate: "gate", experiment: "experiment", dynamic_config: "config" } as const;

/** Names a node in a sentence, such as "the gate checkout". */
const named = ({ kind, name }: DependencyNode) => `the ${nouns[kind]} ${name}`;

function fixOfEdge({ from, to, references }: Edge): Fix | undefined {
  const fix = (kind: Fix["kind"], predicate: string): Fix => ({
    kind,
    message: `T${named(from).slice(1)} ${predicate}.`,
    places: [{ node: from, references }],
  });
  if (to.isMissing) return fix("missing", `refers to ${to.id}, which does not exist`);
  const [isOver, isArchived] = [from, to].map(({ consequence }) => consequence === "archived");
  if (isArchived && !isOver) return fix("archived", `refers to ${named(to)}, which is archived`);
  if (isOver && !isArchived && from.kind === "experiment")
    return fix("stale", `is over but still refers to ${named(to)}`);
  return to.isStale ? fix("stale", `refers to ${named(to)}, which has gone stale`) : undefined;
}

/** Returns the faults among the references in both directions, each once, the most severe first. */
export function fixesIn({ dependents, dependencies }: Dependencies): Fix[] {
  const edges = [...dependents.edges, ...dependencies.edges];
  // An edge of a cycle occurs in both directions, and each direction has its own node objects, so edges are looked up by key.
  const edgeOf = new Map(edges.map((edge) => [`${edge.from.key} ${edge.to.key}`, edge]));
  const cycles = new Map([...cyclesIn(dependents), ...cyclesIn(dependencies)]);
  const cycleFixes = [...cycles.values()].map((cycle): Fix => {
    const names = cycle.map(({ name }) => name);
    const what =
      cycle.length > 2 ? `${names.join(" → ")} is a circular dependency` : `${names[0]} refers to itself`;
    return {
      kind: "circle",
      message: `${what}, so nobody can be judged.`,
      places: cycle.slice(0, -1).map((node, index) => ({
        node,
        references: edgeOf.get(`${node.key} ${cycle[index + 1]?.key}`)?.references ?? [],
      })),
    };
  });
  return [...cycleFixes, ...[...edgeOf.values()].flatMap((edge) => fixOfEdge(edge) ?? [])].sort(
    (left, right) => kinds.indexOf(left.kind) - kinds.indexOf(right.kind),
  );
}
