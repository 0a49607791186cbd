// Selects the part of a gate's references to answer: the nearest entities within a number of steps. Pure.
import type { DependencyDirection } from "#contract/gate-dependencies.ts";
import type { StoredReference } from "#service/database/dependencies.ts";
import { keyOf } from "#targeting/dependencies/graph.ts";

type Key = Pick<StoredReference, "kind"> & { readonly id: string };

export interface Traversal {
  /** All entities but the start, nearest first; those of the same distance by kind, then id. */
  readonly entities: readonly Key[];
  /** Number of entities within the depth, listed or not. */
  readonly total: number;
  /** Ids of the gates at the full depth that have further references. */
  readonly cut: ReadonlySet<string>;
}

const byKey = (left: Key, right: Key) => (keyOf(left) < keyOf(right) ? -1 : 1);

/** Returns a function that finds the neighbours of a gate in a direction. */
function neighboursOf(references: readonly StoredReference[], direction: DependencyDirection) {
  const neighbours = new Map<string, Key[]>();
  for (const { kind, entity_id, gate_id } of references.filter((one) => one.direction === direction)) {
    const [near, far] =
      direction === "dependents"
        ? [gate_id, { kind, id: entity_id }]
        : [entity_id, { kind: "gate" as const, id: gate_id }];
    const known = neighbours.get(near);
    if (known) known.push(far);
    else neighbours.set(near, [far]);
  }
  return ({ kind, id }: Key) => (kind === "gate" ? (neighbours.get(id) ?? []) : []);
}

export function traverseReferences(
  references: readonly StoredReference[],
  direction: DependencyDirection,
  gateID: string,
  { depth, limit }: { readonly depth: number; readonly limit: number },
): Traversal {
  const neighbours = neighboursOf(references, direction);
  const start: Key = { kind: "gate", id: gateID };
  const found = new Map([[keyOf(start), start]]);
  const next = (level: readonly Key[]) => {
    const far = new Map(level.flatMap(neighbours).map((key) => [keyOf(key), key]));
    return [...far.values()].filter((key) => !found.has(keyOf(key))).sort(byKey);
  };
  let level = [start];
  for (let step = 0; step < depth && level.length > 0; step += 1) {
    level = next(level);
    for (const key of level) found.set(keyOf(key), key);
  }
  const all = [...found.values()].slice(1);
  const isCut = (key: Key) => next([key]).length > 0;
  return {
    entities: all.slice(0, limit),
    total: all.length,
    cut: new Set(level.filter(isCut).map(({ id }) => id)),
  };
}
