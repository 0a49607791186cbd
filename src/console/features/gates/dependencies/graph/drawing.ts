// What is drawn of a reach: boxes and arrows without their places, and how many of a large reach.
import { reachedBy } from "#targeting/dependencies/reached.ts";
import type { Thing } from "#targeting/dependencies/thing.ts";
import type { Walk } from "#targeting/dependencies/walk-references.ts";

export interface Drawing {
  /** Key of the gate that it is about. */
  readonly start: string;
  /** The start first, then the gravest. */
  readonly things: readonly Thing[];
  /** Keys; from what is asked about to what asks, as effects go. */
  readonly arrows: readonly { readonly from: string; readonly to: string }[];
  /** Things that were left out. */
  readonly left: number;
}

/** More than this beside the start is no picture any more; the tree has them all. */
const most = 300;

/** Both ways from the same start as one picture; of a large reach the gravest things, each with all that leads to it. */
export function drawingOf(walks: readonly Walk[]): Drawing {
  const all = new Map(walks.flatMap(({ things }) => [...things]));
  const start = walks[0]?.start.key ?? "";
  const kept = new Map([...all].filter(([key]) => key === start));
  for (const { path } of walks.flatMap(reachedBy)) {
    const missing = path.filter(({ thing }) => !kept.has(thing.key));
    if (kept.size - 1 + missing.length > most) break;
    for (const { thing } of missing) kept.set(thing.key, thing);
  }
  const edges = walks.flatMap((walk) => walk.edges);
  const arrows = new Map(
    edges.flatMap(({ from, to }) =>
      kept.has(from) && kept.has(to) && from !== to
        ? [[`${to} ${from}`, { from: to, to: from }] as const]
        : [],
    ),
  );
  return { start, things: [...kept.values()], arrows: [...arrows.values()], left: all.size - kept.size };
}

/** Keys of all that stands on a way through the thing: what leads to it, and what it leads to. */
export function throughThing(arrows: Drawing["arrows"], key: string): Set<string> {
  const through = new Set([key]);
  for (const [near, far] of [
    ["from", "to"],
    ["to", "from"],
  ] as const) {
    const side = new Set([key]);
    for (const one of side) for (const arrow of arrows) if (arrow[near] === one) side.add(arrow[far]);
    for (const one of side) through.add(one);
  }
  return through;
}
