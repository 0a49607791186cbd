// What is wrong with the references themselves: circles, gates that are missing or archived, and what is over or stale.
import { circlesIn } from "./circles.ts";
import type { Reference, Thing } from "./thing.ts";
import type { Edge } from "./read-neighbours.ts";
import type { Walk } from "./walk-references.ts";

/** Where a thing asks what it cannot be told. */
export interface MendPlace {
  readonly thing: Thing;
  readonly references: readonly Reference[];
}

export interface Mend {
  readonly kind: "circle" | "missing" | "archived" | "stale";
  /** Keys of the things that it is about; of a circle in the order of asking. */
  readonly keys: readonly string[];
  /** One sentence. */
  readonly words: string;
  /** Changing one of these mends it. */
  readonly places: readonly MendPlace[];
}

const nouns = { gate: "gate", experiment: "experiment", dynamic_config: "config" } as const;

/** Such as "the gate checkout". */
const named = ({ kind, name }: Thing) => `the ${nouns[kind]} ${name}`;
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

type Found = Omit<Mend, "places">;

function mendOfEdge({ from, to }: Edge, things: Walk["things"]): Found | undefined {
  const [asking, asked] = [things.get(from), things.get(to)];
  if (!asking || !asked) return undefined;
  const keys = [from, to];
  if (asked.isMissing)
    return {
      kind: "missing",
      keys,
      words: sentence(`${named(asking)} asks about ${asked.id}, which does not exist`),
    };
  if (asked.consequence === "archived" && asking.consequence !== "archived")
    return {
      kind: "archived",
      keys,
      words: sentence(`${named(asking)} asks about ${named(asked)}, which is archived`),
    };
  if (asking.kind === "experiment" && asking.consequence === "archived" && asked.consequence !== "archived")
    return {
      kind: "stale",
      keys,
      words: sentence(`${named(asking)} is over but still asks about ${named(asked)}`),
    };
  return asked.staleReason
    ? {
        kind: "stale",
        keys,
        words: sentence(`${named(asking)} asks about ${named(asked)}, which has gone stale`),
      }
    : undefined;
}

const order: readonly Mend["kind"][] = ["circle", "missing", "archived", "stale"];

/** References to mend among what was walked, the gravest first. */
export function mendsIn({ start, edges, things }: Walk): Mend[] {
  const circles = circlesIn(edges, start.key).map((keys): Found => {
    const names = keys.map((key) => things.get(key)?.name ?? key);
    const what =
      keys.length > 2 ? `${names.join(" → ")} goes round in a circle` : `${names[0]} asks about itself`;
    return { kind: "circle", keys, words: `${what}, so nobody can be judged.` };
  });
  const others = edges.flatMap((edge) => mendOfEdge(edge, things) ?? []);
  const edgeOf = new Map(edges.map((edge) => [`${edge.from} ${edge.to}`, edge]));
  const placesOf = (keys: readonly string[]): MendPlace[] =>
    keys.slice(0, -1).flatMap((key, index) => {
      const thing = things.get(key);
      return thing ? [{ thing, references: edgeOf.get(`${key} ${keys[index + 1]}`)?.references ?? [] }] : [];
    });
  return [...circles, ...others]
    .map((found): Mend => ({ ...found, places: placesOf(found.keys) }))
    .sort((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
}
