// The most recent saves of all gates, dynamic configs and experiments, from the current rows and the history.
import { z } from "zod/mini";
import type { Reader } from "./database.ts";
import type { DocumentRow, EntityKind } from "./entities.ts";
import { readEarlierVersions, type VersionKey } from "./history.ts";
import { readPage, type PageOf } from "./pages.ts";

type SaveRow = {
  kind: EntityKind;
  id: string;
  /** The version that the save created, or would have created if it had not been a deletion. */
  version: number;
  /** Epoch milliseconds. */
  time: number;
  isCreation: boolean;
  /** The version stored now; null where the entity was deleted. */
  current: number | null;
};

const kinds: readonly EntityKind[] = ["gate", "dynamic_config", "experiment"];
const ofEach = (select: (kind: EntityKind) => string) => kinds.map(select).join(" union all ");

/** SQL of all saves. The time of a history row is when the next version, or a deletion, replaced it. */
const saves = `(
  with recent as materialized (${ofEach(
    (kind) => `select '${kind}' as kind, id, version, last_modified_time,
      cast((document->>'createdTime') as double precision) as created
    from ${kind} where last_modified_time > $1`,
  )})
  select history.kind, history.id, history.version + 1 as version, saved_time as time, false as "isCreation",
    stored.version as current
  from entity_history as history left join (
    ${ofEach((kind) => `select '${kind}' as kind, id, version from ${kind}`)}
  ) as stored on stored.kind = history.kind and stored.id = history.id
  where saved_time > $1 and history.kind in (${kinds.map((kind) => `'${kind}'`).join(", ")})
  union all select kind, id, 1 + coalesce((select max(earlier.version) from entity_history as earlier
      where earlier.kind = recent.kind and earlier.id = recent.id and saved_time < created), 0),
    cast(created as bigint), true, version
  from recent where created > $1
  -- Imported as they were changed elsewhere: the version before is not on record.
  union all select kind, id, version, last_modified_time, false, version
  from recent where coalesce(created, 0) < last_modified_time and not exists (
    select 1 from entity_history as earlier
    where earlier.kind = recent.kind and earlier.id = recent.id and earlier.version = recent.version - 1)
) as saves`;

/** Most bytes of a document; larger ones are left out. */
const mostBytes = 64 * 1024;

const keyOf = ({ kind, id, version }: VersionKey) => `${kind} ${id} ${version}`;

/** Returns a function that finds the document of a version, among those that are not too large. */
async function readVersions(reader: Reader, versions: readonly VersionKey[]) {
  const found = await readEarlierVersions(reader, versions, mostBytes);
  const rows = await reader.query<DocumentRow & VersionKey>(
    ofEach(
      (kind) => `select '${kind}' as kind, id, version, document from ${kind}
        where id = any($1) and length(cast(document as text)) <= ${mostBytes}`,
    ),
    [[...new Set(versions.map(({ id }) => id))]],
  );
  const documents = new Map([...found, ...rows].map((row) => [keyOf(row), row.document]));
  return (version: VersionKey) => documents.get(keyOf(version));
}

const Created = z.catch(z.object({ createdTime: z.catch(z.number(), 0) }), { createdTime: 0 });

const ofGates = `(select * from ${saves} where kind = 'gate' and id = any($2)) as saves`;

/** Saves after a time in ms, of all entities or only of some gates, newest first, each with the documents before and after it. */
export async function readRecentChanges(
  reader: Reader,
  since: number,
  gates: readonly string[] | undefined,
  pageOf: PageOf,
) {
  const order = "time desc, kind, id, version desc";
  const of = gates ? { from: ofGates, values: [since, gates] } : { from: saves, values: [since] };
  const page = { select: "*", order, ...of };
  const { items, total } = await readPage<SaveRow>(reader, page, pageOf);
  const before = ({ kind, id, version }: VersionKey): VersionKey => ({ kind, id, version: version - 1 });
  const documentOf = await readVersions(
    reader,
    items.flatMap((save) => [save, before(save)]),
  );
  const saved = items.map(({ isCreation, current, ...save }) => {
    const after = documentOf(save);
    // An entity with the same id may have been created later: its version numbers go on from the deleted one.
    const isGone = Created.parse(after).createdTime > save.time || (current ?? 0) < save.version;
    const isDeletion = !isCreation && isGone;
    return {
      ...save,
      action: isCreation ? ("created" as const) : isDeletion ? ("deleted" as const) : ("changed" as const),
      isCurrent: !isDeletion && current === save.version,
      before: isCreation ? undefined : documentOf(before(save)),
      after: isDeletion ? undefined : after,
    };
  });
  return { items: saved, total };
}

export type Save = Awaited<ReturnType<typeof readRecentChanges>>["items"][number];
