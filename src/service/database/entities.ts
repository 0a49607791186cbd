// Gates, dynamic configs and experiments as rows: a JSON document, the columns that are searched, history, references.
// The meaning of a document belongs to its subject; here it is stored with its versions. entity-lists.ts lists it.
import type { Reader, Row, Transaction, Value } from "./database.ts";
import { forgetReferences, loadReferences, writeReferences } from "./entity-references.ts";
import { keepVersions, type Replaced } from "./history.ts";
import { remembered } from "./memory.ts";

export type EntityKind = "gate" | "dynamic_config" | "experiment";

/** A document with the fields that every kind has and that the list searches. */
export interface EntityDocument {
  id: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
  status?: string | null | undefined;
  type?: string | null | undefined;
  idType?: string | null | undefined;
  creatorName?: string | null | undefined;
  tags?: string[] | null | undefined;
  version?: number | null | undefined;
  lastModifiedTime?: number | null | undefined;
}

export interface EntityWrite {
  document: EntityDocument;
  /** Ids of the gates that the document refers to. */
  references: readonly string[];
}

/** Turns a stored document into the subject's type; a zod schema's parse is one. */
export type Parse<T> = (document: unknown) => T;

/** A row that holds a document alone. */
export interface DocumentRow extends Row {
  document: unknown;
}

/** The columns, and what they hold of a document. The id comes first: it is what an update looks for, and does not set. */
const contents: Readonly<Record<string, (document: EntityDocument) => Value>> = {
  id: ({ id }) => id,
  name: ({ id, name }) => name ?? id,
  description: ({ description }) => description ?? "",
  status: ({ status }) => status ?? "",
  type: ({ type }) => type ?? "",
  id_type: ({ idType }) => idType ?? "",
  creator_name: ({ creatorName }) => creatorName ?? "",
  tags: ({ tags }) => tags ?? [],
  version: ({ version }) => version ?? 1,
  last_modified_time: ({ lastModifiedTime }) => lastModifiedTime ?? 0,
  document: (document) => JSON.stringify(document),
};
const columns = Object.keys(contents);
const selectReplaced = (kind: EntityKind) =>
  `select id, version, cast(document as text) as text from ${kind}`;
const columnValues = (document: EntityDocument) => Object.values(contents).map((read) => read(document));

export const entityKey = (kind: EntityKind, id: string) => `${kind} ${id}`;

export async function readEntity<T>(
  reader: Reader,
  kind: EntityKind,
  id: string,
  parse: Parse<T>,
): Promise<T | undefined> {
  const document = await remembered(reader, entityKey(kind, id), async () => {
    const [row] = await reader.query<DocumentRow & { size: number }>(
      `select document, length(cast(document as text)) as size from ${kind} where id = $1`,
      [id],
    );
    return row && { value: row.document, size: row.size };
  });
  return document === undefined ? undefined : parse(document);
}

/** Stores an entity; the version it replaces goes to the history in the same transaction. `now` in ms. */
export async function writeEntity(
  transaction: Transaction,
  kind: EntityKind,
  { document, references }: EntityWrite,
  now: number,
) {
  const replaced = await transaction.query<Replaced>(`${selectReplaced(kind)} where id = $1`, [document.id]);
  await keepVersions(
    transaction,
    kind,
    replaced.map((one) => ({ ...one, next: document })),
    now,
  );
  const places = columns.map((column, index) => `$${index + 1}${column === "document" ? "::jsonb" : ""}`);
  const changes = columns.map((column, index) => `${column} = ${places[index]}`).slice(1);
  // Not "on conflict do update": that costs DuckDB three times what the update alone does.
  const statement = replaced.length
    ? `update ${kind} set ${changes.join(", ")} where id = $1`
    : `insert into ${kind} (${columns.join(", ")}) values (${places.join(", ")})`;
  await transaction.query(statement, columnValues(document));
  transaction.changed?.([entityKey(kind, document.id)]);
  await writeReferences(transaction, kind, { document, references });
}

/** Deletes an entity. Its versions stay in the history, the last one too. `now` in ms. */
export async function deleteEntity(transaction: Transaction, kind: EntityKind, id: string, now: number) {
  const deleted = await transaction.query<Replaced>(`${selectReplaced(kind)} where id = $1`, [id]);
  await keepVersions(
    transaction,
    kind,
    deleted.map((one) => ({ ...one, next: undefined })),
    now,
  );
  await writeReferences(transaction, kind, { document: { id }, references: [] });
  await transaction.query(`delete from ${kind} where id = $1`, [id]);
  transaction.changed?.([entityKey(kind, id)]);
}

/** Stores many entities that do not exist yet, without history. */
export async function loadEntities(
  transaction: Transaction,
  kind: EntityKind,
  writes: readonly EntityWrite[],
) {
  await transaction.load(
    kind,
    columns,
    writes.map(({ document }) => columnValues(document)),
  );
  transaction.changed?.(writes.map(({ document }) => entityKey(kind, document.id)));
  await loadReferences(transaction, kind, writes);
}

/** Stores new versions of many entities that exist, none of them twice; the old ones go to the history. `now` in ms. */
export async function updateEntities(
  transaction: Transaction,
  kind: EntityKind,
  writes: readonly EntityWrite[],
  now: number,
) {
  if (writes.length === 0) return;
  // One statement for all: each one of its own would look through the whole table.
  await transaction.query(`create temporary table updated as select * from ${kind} where false`);
  await transaction.load(
    "updated",
    columns,
    writes.map(({ document }) => columnValues(document)),
  );
  const replaced = await transaction.query<Replaced>(
    `${selectReplaced(kind)} where id in (select id from updated)`,
  );
  const nextOf = new Map(writes.map(({ document }) => [document.id, document]));
  await keepVersions(
    transaction,
    kind,
    replaced.map((one) => ({ ...one, next: nextOf.get(one.id) })),
    now,
  );
  transaction.changed?.(writes.map(({ document }) => entityKey(kind, document.id)));
  const changes = columns.slice(1).map((column) => `${column} = updated.${column}`);
  await transaction.query(
    `update ${kind} set ${changes.join(", ")} from updated where ${kind}.id = updated.id`,
  );
  await forgetReferences(transaction, kind, "updated");
  await transaction.query("drop table updated");
  await loadReferences(transaction, kind, writes);
}

export const entityExists = async (reader: Reader, kind: EntityKind, id: string): Promise<boolean> =>
  (await reader.query(`select 1 as one from ${kind} where id = $1`, [id])).length > 0;
