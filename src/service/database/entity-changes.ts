// Finds the entities that have changed since they were last read.
import type { Database } from "./database.ts";
import type { StoredKind } from "./entities.ts";

interface EntityChanges {
  /** Ids of changed entities, of gates with changed references and of experiments with changed results; undefined where all must be read
   *  again. */
  readonly ids: ReadonlySet<string> | undefined;
  readonly position: number;
}

/** Prefixes of cache keys, by kind, for what lists show of an entity beside its document. */
const besideOf: Readonly<Record<StoredKind, readonly string[]>> = {
  gate: ["references to "],
  dynamic_config: [],
  experiment: ["overview of "],
  metric: [],
  layer: [],
  holdout: [],
  segment: [],
  assignment_source: [],
  metric_source: [],
  entity_property: [],
};

function idsOf(kind: StoredKind, keys: readonly string[]) {
  const starts = [`${kind} `, ...besideOf[kind]];
  return new Set(
    keys.flatMap((key) =>
      starts.flatMap((start) => (key.startsWith(start) ? [key.slice(start.length)] : [])),
    ),
  );
}

/** The changes since the position `last`; without one, no ids and the current position. */
export async function changesSince(
  database: Database,
  kind: StoredKind,
  last: number | undefined,
): Promise<EntityChanges> {
  if (!database.changedSince) return { ids: undefined, position: 0 };
  const { keys, position } = await database.changedSince(last ?? Number.MAX_SAFE_INTEGER);
  return { ids: last === undefined ? undefined : keys && idsOf(kind, keys), position };
}
