// A walk with only what is asked for: the wanted consequences, and what leads to them.
import type { Consequence } from "#targeting/dependencies/consequence.ts";
import type { Walk } from "#targeting/dependencies/walk-references.ts";

/** Keys of the things that lead to one of the given in the direction of the walk, these included. */
function leadingTo({ direction, edges }: Walk, keys: Iterable<string>): Set<string> {
  const back = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const [near, far] = direction === "dependents" ? [to, from] : [from, to];
    back.set(far, [...(back.get(far) ?? []), near]);
  }
  const leading = new Set(keys);
  for (const key of leading) for (const near of back.get(key) ?? []) leading.add(near);
  return leading;
}

const kept = (walk: Walk, keep: ReadonlySet<string>): Walk => ({
  ...walk,
  things: new Map([...walk.things].filter(([key]) => keep.has(key) || key === walk.start.key)),
  edges: walk.edges.filter(({ from, to }) => keep.has(from) && keep.has(to)),
});

/** Everything where nothing is asked for. */
export function narrowed(walk: Walk, wanted: readonly Consequence[]): Walk {
  if (wanted.length === 0) return walk;
  const matches = [...walk.things.values()].filter(
    (thing) => thing !== walk.start && wanted.includes(thing.consequence),
  );
  return kept(
    walk,
    leadingTo(
      walk,
      matches.map(({ key }) => key),
    ),
  );
}
