// Stores gates, dynamic configs, experiments, metrics and other entities as rows: a JSON document, searchable columns, history,
// references. The meaning of a document belongs to its subject. entity-lists.ts lists entities.
import type { Reader, Row, Transaction } from "./database.ts";
import { columns, columnValues, type EntityDocument } from "./entity-columns.ts";
import { deleteReferences, loadReferences, writeReferences } from "./entity-references.ts";
import { storeRemovedRules, storeReplacedVersions, removedRules } from "./history.ts";
import { readThroughCache } from "./value-cache.ts";

/** Entities that are served to apps and that can refer to gates. */
export type EntityKind = "gate" | "dynamic_config" | "experiment";
/** All kinds of entities that are stored with their versions. */
export type StoredKind =
  | EntityKind
  | "metric"
  | "layer"
  | "holdout"
  | "segment"
  | "assignment_source"
  | "metric_source"
  | "entity_property";

export interface EntityWrite {
  document: EntityDocument;
  /** Ids of the gates that the document refers to. */
  references: readonly string[];
}

/** Turns a stored document into the subject's type; a zod schema's parse is one. */
export type Parse<T> = (document: unknown) => T;

/** Caches the parsed value of a document as long as the document is in memory. Callers share the value, so nobody may change it. */
export function parsedOnce<T extends object>(parse: Parse<T>): Parse<T> {
  const values = new WeakMap<object, T>();
  return (document) => {
    if (typeof document !== "object" || document === null) return parse(document);
    const value = values.get(document) ?? parse(document);
    values.set(document, value);
    return value;
  };
}

/** A row that holds only a document. */
export interface DocumentRow extends Row {
  document: unknown;
}

export const entityKey = (kind: StoredKind, id: string) => `${kind} ${id}`;

/** Reads a document through the cache. */
const readDocument = (reader: Reader, kind: StoredKind, id: string): Promise<unknown> =>
  readThroughCache(reader, entityKey(kind, id), async (from) => {
    const [row] = await from.query<DocumentRow & { size: number }>(
      `select document, length(cast(document as text)) as size from ${kind} where id = $1`,
      [id],
    );
    // A missing document is cached too: apps log names of configs that are also looked up as experiments.
    return row ? { value: row.document, size: row.size } : { value: undefined, size: 0 };
  });

export async function readEntity<T>(
  reader: Reader,
  kind: StoredKind,
  id: string,
  parse: Parse<T>,
): Promise<T | undefined> {
  const document = await readDocument(reader, kind, id);
  return document === undefined ? undefined : parse(document);
}

/** Replaces the stored document, or deletes it where `next` is undefined; the replaced one goes to the history. */
async function replace(
  transaction: Transaction,
  kind: StoredKind,
  id: string,
  { next, savedTime }: { next: EntityDocument | undefined; savedTime: number },
) {
  const replaced = await readDocument(transaction, kind, id);
  transaction.record({ entity: { kind, id, replaced, next, savedTime } });
  const text = next && JSON.stringify(next);
  transaction.remember(
    entityKey(kind, id),
    text ? { value: JSON.parse(text), size: text.length } : undefined,
  );
}

/** Stores an entity; the version it replaces goes to the history in the same transaction. `now` in ms. */
export async function writeEntity(
  transaction: Transaction,
  kind: StoredKind,
  { document, references }: EntityWrite,
  now: number,
) {
  await replace(transaction, kind, document.id, { next: document, savedTime: now });
  await writeReferences(transaction, kind, { document, references });
}

/** Deletes an entity. Its versions stay in the history, the last one too. `now` in ms. */
export async function deleteEntity(transaction: Transaction, kind: StoredKind, id: string, now: number) {
  await replace(transaction, kind, id, { next: undefined, savedTime: now });
  await writeReferences(transaction, kind, { document: { id }, references: [] });
}

/** Stores many entities that do not exist yet, without history. */
export async function loadEntities(
  transaction: Transaction,
  kind: StoredKind,
  writes: readonly EntityWrite[],
) {
  await transaction.load(
    kind,
    columns,
    writes.map(({ document }) => columnValues(document)),
  );
  transaction.changed(writes.map(({ document }) => entityKey(kind, document.id)));
  await loadReferences(transaction, kind, writes);
}

/** Stores new versions of many entities that exist, none of them twice; the old ones go to the history. `now` in ms. */
export async function updateEntities(
  transaction: Transaction,
  kind: StoredKind,
  writes: readonly EntityWrite[],
  now: number,
) {
  if (writes.length === 0) return;
  // One statement for all entities: a statement for each would scan the whole table every time.
  await transaction.query(`create temporary table updated as select * from ${kind} where false`);
  await transaction.load(
    "updated",
    columns,
    writes.map(({ document }) => columnValues(document)),
  );
  const replaced = await transaction.query<Row & { id: string; version: number; text: string }>(
    `select id, version, cast(document as text) as text from ${kind} where id in (select id from updated)`,
  );
  await storeReplacedVersions(
    transaction,
    replaced.map(({ id, version, text }) => ({ kind, id, version, text, savedTime: now })),
  );
  const nextOf = new Map(writes.map(({ document }) => [document.id, document]));
  if (kind === "gate" || kind === "dynamic_config")
    for (const { id, text } of replaced)
      await storeRemovedRules(transaction, kind, id, removedRules(JSON.parse(text), nextOf.get(id)));
  transaction.changed(writes.map(({ document }) => entityKey(kind, document.id)));
  const changes = columns.slice(1).map((column) => `${column} = updated.${column}`);
  await transaction.query(
    `update ${kind} set ${changes.join(", ")} from updated where ${kind}.id = updated.id`,
  );
  await deleteReferences(transaction, kind, "updated");
  await transaction.query("drop table updated");
  await loadReferences(transaction, kind, writes);
}

export const entityExists = async (reader: Reader, kind: StoredKind, id: string): Promise<boolean> =>
  (await readDocument(reader, kind, id)) !== undefined;
