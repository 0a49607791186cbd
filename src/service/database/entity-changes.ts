// Which entities were changed since they were read.
import type { Database } from "./database.ts";
import type { StoredKind } from "./entities.ts";

interface EntityChanges {
  /** Ids of changed entities, of gates to which references changed, and of experiments whose results did; undefined where all must be read again. */
  readonly ids: ReadonlySet<string> | undefined;
  readonly position: number;
}

/** Beginnings of the keys of what lists tell of an entity beside its document. */
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

/** Where there is no position yet, the one as of now. */
export async function changesSince(
  database: Database,
  kind: StoredKind,
  last: number | undefined,
): Promise<EntityChanges> {
  if (!database.changedSince) return { ids: undefined, position: 0 };
  const { keys, position } = await database.changedSince(last ?? Number.MAX_SAFE_INTEGER);
  return { ids: last === undefined ? undefined : keys && idsOf(kind, keys), position };
}
