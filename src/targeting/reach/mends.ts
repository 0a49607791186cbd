// What is wrong with the references themselves: circles, gates that are missing or archived, and what is over or stale.
import { circlesIn } from "./circles.ts";
import type { Thing } from "./thing.ts";
import type { Edge } from "./read-neighbours.ts";
import type { Walk } from "./walk-references.ts";

export interface Mend {
  readonly kind: "circle" | "missing" | "archived" | "stale";
  /** Keys of the things that it is about; of a circle in the order of asking. */
  readonly keys: readonly string[];
  /** One sentence. */
  readonly words: string;
}

const nouns = { gate: "gate", experiment: "experiment", dynamic_config: "config" } as const;

/** Such as "the gate checkout". */
const named = ({ kind, name }: Thing) => `the ${nouns[kind]} ${name}`;
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function mendOfEdge({ from, to }: Edge, things: Walk["things"]): Mend | undefined {
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

/** References to mend among what was walked, circles first. */
export function mendsIn({ start, edges, things }: Walk): Mend[] {
  const circles = circlesIn(edges, start.key).map((keys): Mend => {
    const way = keys.map((key) => things.get(key)?.name ?? key).join(" → ");
    return { kind: "circle", keys, words: `${way} goes round in a circle, so nobody can be judged.` };
  });
  const order = ["missing", "archived", "stale"];
  const others = edges
    .flatMap((edge) => mendOfEdge(edge, things) ?? [])
    .sort((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
  return [...circles, ...others];
}
