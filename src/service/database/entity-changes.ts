// Which entities were changed since they were read: told by the one process that writes, else read from a table that the
// writes of all processes fill.
import type { Database } from "./database.ts";
import type { EntityKind } from "./entities.ts";

/** A moment in the order of changes, and when it was asked for (performance.now). */
export interface Position {
  readonly at: number;
  readonly asked: number;
}

interface EntityChanges {
  /** Ids of changed entities, and of gates to which references changed; undefined where all must be read again. */
  readonly ids: ReadonlySet<string> | undefined;
  readonly position: Position;
}

/** ms. Rows of the table are kept for a day. */
const hour = 3_600_000;

/** When each database was last rid of old rows. */
const cleaned = new WeakMap<Database, number>();

function idsOf(kind: EntityKind, keys: readonly string[]) {
  const starts = [`${kind} `, ...(kind === "gate" ? ["references to "] : [])];
  return new Set(
    keys.flatMap((key) =>
      starts.flatMap((start) => (key.startsWith(start) ? [key.slice(start.length)] : [])),
    ),
  );
}

/** Changes of transactions that had not ended at `from` are told, even where they were told before. */
async function changedOnServer(database: Database, kind: EntityKind, from: number) {
  const [row] = await database.query<{ at: number; ids: string[] | null }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as at,
       (select array_agg(distinct id) from entity_change where kind = $1 and transaction >= $2::text::xid8) as ids`,
    [kind, String(from)],
  );
  return { at: row?.at ?? 0, ids: new Set(row?.ids) };
}

export async function changesSince(
  database: Database,
  kind: EntityKind,
  last: Position | undefined,
): Promise<EntityChanges> {
  const asked = performance.now();
  if (database.changedSince) {
    const { keys, position } = database.changedSince(last?.at ?? Number.MAX_SAFE_INTEGER);
    return { ids: last && keys && idsOf(kind, keys), position: { at: position, asked } };
  }
  if (asked - (cleaned.get(database) ?? 0) > hour) {
    cleaned.set(database, asked);
    await database.query("delete from entity_change where changed_time < now() - interval '1 day'");
  }
  const { at, ids } = await changedOnServer(database, kind, last?.at ?? Number.MAX_SAFE_INTEGER);
  return { ids: last && asked - last.asked < hour ? ids : undefined, position: { at, asked } };
}
