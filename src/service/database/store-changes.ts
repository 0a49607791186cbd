// Stores recorded changes of entities with a few statements, however many changes there are.
import { sameJson } from "#contract/json5.ts";
import type { Statements, Value } from "./database.ts";
import { parsedOnce, type StoredKind } from "./entities.ts";
import { cellOf, columns, columnValues, EntityDocument, typeOf } from "./entity-columns.ts";
import { storeReferences, type ReferenceChange } from "./entity-references.ts";
import { storeRemovedRules, storeReplacedVersions, removedRules, type ReplacedVersion } from "./history.ts";

/** The creation, replacement or deletion of an entity. */
export interface EntityChange {
  kind: StoredKind;
  id: string;
  /** The stored document before the change; undefined where there was none. */
  replaced: unknown;
  next: EntityDocument | undefined;
  /** Epoch milliseconds. */
  savedTime: number;
}

export type Change = { entity: EntityChange } | { references: ReferenceChange };

const parseStored = parsedOnce((document) => EntityDocument.parse(document));

/** Merges the changes of each entity into one from its first to its last state, in the order of the first changes. */
function foldedBy<T extends { kind: StoredKind; id: string }>(
  changes: readonly T[],
  fold: (first: T, last: T) => T,
): T[] {
  const folded = new Map<string, T>();
  for (const change of changes) {
    const key = `${change.kind} ${change.id}`;
    const first = folded.get(key);
    folded.set(key, first ? fold(first, change) : change);
  }
  return [...folded.values()];
}

export async function storeChanges(statements: Statements, changes: readonly Change[]) {
  const entities = changes.flatMap((change) => ("entity" in change ? [change.entity] : []));
  await storeReplacedVersions(statements, entities.flatMap(versionOf));
  await keepRulesLeft(statements, entities);
  const rows = foldedBy(entities, (first, last) => ({ ...last, replaced: first.replaced }));
  for (const kind of new Set(rows.map((row) => row.kind)))
    await storeRows(
      statements,
      kind,
      rows.filter((row) => row.kind === kind),
    );
  const references = changes.flatMap((change) => ("references" in change ? [change.references] : []));
  await storeReferences(
    statements,
    foldedBy(references, (first, last) => ({ ...last, stored: first.stored })),
  );
}

const versionOf = ({ kind, id, replaced, savedTime }: EntityChange): ReplacedVersion[] => {
  if (replaced === undefined) return [];
  const { version } = parseStored(replaced);
  return [{ kind, id, version: version ?? 1, text: JSON.stringify(replaced), savedTime }];
};

async function keepRulesLeft(statements: Statements, changes: readonly EntityChange[]) {
  for (const { kind, id, replaced, next } of changes)
    if ((kind === "gate" || kind === "dynamic_config") && replaced !== undefined)
      await storeRemovedRules(statements, kind, id, removedRules(replaced, next));
}

async function storeRows(statements: Statements, kind: StoredKind, rows: readonly EntityChange[]) {
  const updates: Update[] = [];
  const gone: string[] = [];
  for (const { id, replaced, next } of rows)
    if (next && replaced !== undefined) updates.push({ stored: parseStored(replaced), next });
    else if (next) await insert(statements, kind, columnValues(next));
    else if (replaced !== undefined) gone.push(id);
  if (updates.length) await update(statements, kind, updates);
  if (gone.length) await statements.query(`delete from ${kind} where id = any($1)`, [gone]);
}

const insert = (statements: Statements, kind: StoredKind, values: readonly Value[]) =>
  statements.query(
    `insert into ${kind} (${columns.join(", ")})
     values (${columns.map((column, index) => `$${index + 1}::${typeOf(column)}`).join(", ")})`,
    values,
  );

interface Update {
  stored: EntityDocument;
  next: EntityDocument;
}

const differs = (column: string, { stored, next }: Update) =>
  !sameJson(cellOf(stored, column), cellOf(next, column));

/** Updates only columns that differ in any of the rows: setting a column takes the embedded engine time, a list of texts the most. */
async function update(statements: Statements, kind: StoredKind, rows: readonly Update[]) {
  const set = columns.filter(
    (column) => !["id", "tags", "document"].includes(column) && rows.some((row) => differs(column, row)),
  );
  const given = ["id", "document", ...set];
  const unnested = given.map(
    (column, index) => `unnest($${index + 1}::text[])::${typeOf(column)} as ${column}`,
  );
  await statements.query(
    `update ${kind} set ${["document", ...set].map((column) => `${column} = given.${column}`).join(", ")}
     from (select ${unnested.join(", ")}) as given where ${kind}.id = given.id`,
    given.map((column) => rows.map(({ next }) => String(cellOf(next, column)))),
  );
  // Lists of different lengths do not fit into one parameter, so tags are updated row by row.
  for (const row of rows.filter((one) => differs("tags", one)))
    await statements.query(`update ${kind} set tags = $2 where id = $1`, [
      row.next.id,
      cellOf(row.next, "tags"),
    ]);
}
