// Circles of references: things that ask about themselves by way of others.
import type { Edge } from "./read-neighbours.ts";

/** Keys of a circle in the order of asking; the first stands at the end once more. */
type Circle = readonly string[];

type Asking = Pick<Edge, "from" | "to">;

/** Without the edges that cannot be part of a circle: most references are in none, and then nothing is left to look at. */
function withoutEnds(edges: readonly Asking[]): readonly Asking[] {
  const asking = new Set(edges.map(({ from }) => from));
  const asked = new Set(edges.map(({ to }) => to));
  const left = edges.filter(({ from, to }) => asking.has(to) && asked.has(from));
  return left.length < edges.length ? withoutEnds(left) : left;
}

type Successors = ReadonlyMap<string, readonly string[]>;

function successorsOf(edges: readonly Asking[]): Successors {
  const found = new Map<string, string[]>();
  for (const { from, to } of withoutEnds(edges)) found.set(from, [...(found.get(from) ?? []), to]);
  return found;
}

/** A shortest way from a key back to itself. */
function circleThrough(start: string, successors: Successors): Circle | undefined {
  const before = new Map<string, string>();
  const asking = [start];
  for (const key of asking)
    for (const next of successors.get(key) ?? []) {
      if (next === start) {
        const way = [start];
        for (let step = key; step !== start; step = before.get(step) ?? start) way.unshift(step);
        return [start, ...way];
      }
      if (before.has(next)) continue;
      before.set(next, key);
      asking.push(next);
    }
  return undefined;
}

/** For every thing that stands in circles a shortest one, the same circle once; those through `first` begin there. */
export function circlesIn(edges: readonly Asking[], first: string): Circle[] {
  const successors = successorsOf(edges);
  const found = new Map<string, Circle>();
  for (const key of new Set([first, ...successors.keys()])) {
    const circle = circleThrough(key, successors);
    const members = circle && [...new Set(circle)].sort().join("\n");
    if (circle && members !== undefined && !found.has(members)) found.set(members, circle);
  }
  return [...found.values()];
}

function reachedFrom(start: string, successors: Successors): Set<string> {
  const affected = new Set(successors.get(start));
  for (const key of affected) for (const next of successors.get(key) ?? []) affected.add(next);
  return affected;
}

/** Groups of things that all ask about each other in some way round. */
export function knotsIn(edges: readonly Asking[]): string[][] {
  const successors = successorsOf(edges);
  const affected = new Map([...successors.keys()].map((key) => [key, reachedFrom(key, successors)]));
  const tied = new Set<string>();
  return [...affected].flatMap(([key, others]) => {
    if (!others.has(key) || tied.has(key)) return [];
    const knot = [...others].filter((other) => affected.get(other)?.has(key));
    for (const member of knot) tied.add(member);
    return [knot];
  });
}
