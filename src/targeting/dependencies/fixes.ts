// What is wrong with the references themselves: circles, gates that are missing or archived, and what is over or stale.
import { circlesIn } from "./circles.ts";
import type { Reference, DependencyNode } from "./node.ts";
import type { Edge } from "./read-neighbours.ts";
import type { DependencyGraph } from "./traversal.ts";

/** Where a thing asks what it cannot be told. */
export interface FixPlace {
  readonly node: DependencyNode;
  readonly references: readonly Reference[];
}

export interface Fix {
  readonly kind: "circle" | "missing" | "archived" | "stale";
  /** Keys of the things that it is about; of a circle in the order of asking. */
  readonly keys: readonly string[];
  /** One sentence. */
  readonly message: string;
  /** Changing one of these mends it. */
  readonly places: readonly FixPlace[];
}

const nouns = { gate: "gate", experiment: "experiment", dynamic_config: "config" } as const;

/** Such as "the gate checkout". */
const named = ({ kind, name }: DependencyNode) => `the ${nouns[kind]} ${name}`;
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

type Found = Omit<Fix, "places">;

function fixOfEdge({ from, to }: Edge, nodes: DependencyGraph["nodes"]): Found | undefined {
  const [asking, asked] = [nodes.get(from), nodes.get(to)];
  if (!asking || !asked) return undefined;
  const keys = [from, to];
  if (asked.isMissing)
    return {
      kind: "missing",
      keys,
      message: sentence(`${named(asking)} asks about ${asked.id}, which does not exist`),
    };
  if (asked.consequence === "archived" && asking.consequence !== "archived")
    return {
      kind: "archived",
      keys,
      message: sentence(`${named(asking)} asks about ${named(asked)}, which is archived`),
    };
  if (asking.kind === "experiment" && asking.consequence === "archived" && asked.consequence !== "archived")
    return {
      kind: "stale",
      keys,
      message: sentence(`${named(asking)} is over but still asks about ${named(asked)}`),
    };
  return asked.staleReason
    ? {
        kind: "stale",
        keys,
        message: sentence(`${named(asking)} asks about ${named(asked)}, which has gone stale`),
      }
    : undefined;
}

const order: readonly Fix["kind"][] = ["circle", "missing", "archived", "stale"];

/** References to mend among what was walked, the gravest first. */
export function fixesIn({ start, edges, nodes }: DependencyGraph): Fix[] {
  const circles = circlesIn(edges, start.key).map((keys): Found => {
    const names = keys.map((key) => nodes.get(key)?.name ?? key);
    const what =
      keys.length > 2 ? `${names.join(" → ")} goes round in a circle` : `${names[0]} asks about itself`;
    return { kind: "circle", keys, message: `${what}, so nobody can be judged.` };
  });
  const others = edges.flatMap((edge) => fixOfEdge(edge, nodes) ?? []);
  const edgeOf = new Map(edges.map((edge) => [`${edge.from} ${edge.to}`, edge]));
  const placesOf = (keys: readonly string[]): FixPlace[] =>
    keys.slice(0, -1).flatMap((key, index) => {
      const node = nodes.get(key);
      return node ? [{ node, references: edgeOf.get(`${key} ${keys[index + 1]}`)?.references ?? [] }] : [];
    });
  return [...circles, ...others]
    .map((found): Fix => ({ ...found, places: placesOf(found.keys) }))
    .sort((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
}
