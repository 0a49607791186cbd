// What a walk has reached: by which way, in the order of what a change of the start would mean for it.
import { consequences } from "./consequence.ts";
import { type Reference, type Thing } from "./thing.ts";
import type { Edge } from "./read-neighbours.ts";
import type { Walk } from "./walk-references.ts";

export interface PathStep {
  readonly thing: Thing;
  /** How this step and the one before refer to each other; empty for the start. */
  readonly references: readonly Reference[];
}

export interface Reached {
  readonly thing: Thing;
  /** Steps from the start. */
  readonly depth: number;
  /** A shortest way, from the start to the thing. */
  readonly path: readonly PathStep[];
  /** Whether a change of the start can reach it: by some way no gate between answers everyone alike. */
  readonly isAffected: boolean;
}

/** Edges by the key they lead away from, in the direction of the walk. */
function onward({ direction, edges }: Walk): (key: string) => readonly { edge: Edge; to: string }[] {
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
function spread(walk: Walk, goesOn: (thing: Thing) => boolean) {
  const from = onward(walk);
  const before = new Map<string, { key: string; edge: Edge } | undefined>([[walk.start.key, undefined]]);
  for (const key of before.keys()) {
    const thing = walk.things.get(key);
    if (!thing || (thing !== walk.start && !goesOn(thing))) continue;
    for (const { edge, to } of from(key)) if (!before.has(to)) before.set(to, { key, edge });
  }
  return before;
}

const names = new Intl.Collator("en", { numeric: true });

/** Such as a reader expects it: "part 9" before "part 10". */
export const byName = (left: Thing, right: Thing): number => names.compare(left.name, right.name);

const rank = ({ consequence }: Thing) => consequences.indexOf(consequence);

/** The gravest first, the nearest first among equals, then by name. */
const byConsequence = (left: Reached, right: Reached) =>
  rank(left.thing) - rank(right.thing) ||
  Number(right.isAffected) - Number(left.isAffected) ||
  left.depth - right.depth ||
  byName(left.thing, right.thing);

/** Everything that a walk has reached but its start, the gravest consequence first. */
export function reachedBy(walk: Walk): Reached[] {
  const before = spread(walk, () => true);
  const affected = spread(walk, ({ isFixed }) => !isFixed);
  const pathTo = (thing: Thing): PathStep[] => {
    const path: PathStep[] = [];
    for (let at: Thing | undefined = thing; at;) {
      const step: { key: string; edge: Edge } | undefined = before.get(at.key);
      path.unshift({ thing: at, references: step?.edge.references ?? [] });
      at = step && walk.things.get(step.key);
    }
    return path;
  };
  return [...walk.things.values()]
    .filter((thing) => thing !== walk.start)
    .map((thing): Reached => {
      const path = pathTo(thing);
      return { thing, depth: path.length - 1, path, isAffected: affected.has(thing.key) };
    })
    .sort(byConsequence);
}

const kindWords = { gate: "", experiment: "experiment ", dynamic_config: "config " } as const;

/** A way in words, such as "checkout_v2 → pricing → experiment New price page". */
export const pathWords = (path: readonly PathStep[]): string =>
  path.map(({ thing: { kind, name } }) => `${kindWords[kind]}${name}`).join(" → ");
