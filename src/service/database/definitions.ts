// Reads and writes whole definitions, such as metrics. The modules of each subject know their meaning.
import { Metric } from "#contract/metric.ts";
import type { Reader, Transaction } from "./database.ts";
import { loadEntities, updateEntities, type DocumentRow, type StoredKind } from "./entities.ts";
import type { EntityDocument } from "./entity-columns.ts";

/** All metrics, by name, then id. */
export async function readMetrics(reader: Reader): Promise<Metric[]> {
  const rows = await reader.query<DocumentRow>("select document from metric order by lower(name), id");
  return rows.map((row) => Metric.parse(row.document));
}

/** Stores definitions; one whose id exists already gets a new version. `now` in ms. */
export async function writeDefinitions(
  transaction: Transaction,
  kind: StoredKind,
  documents: readonly EntityDocument[],
  now = 0,
) {
  const stored = await transaction.query<{ id: string; version: number }>(
    `select id, version from ${kind} where id = any($1)`,
    [documents.map(({ id }) => id)],
  );
  const versions = new Map(stored.map(({ id, version }) => [id, version]));
  const writes = documents.map((document) => ({
    document: { version: (versions.get(document.id) ?? 0) + 1, ...document },
    references: [],
  }));
  const isStored = ({ document }: (typeof writes)[number]) => versions.has(document.id);
  await loadEntities(
    transaction,
    kind,
    writes.filter((write) => !isStored(write)),
  );
  await updateEntities(transaction, kind, writes.filter(isStored), now);
}

export const writeMetrics = (transaction: Transaction, metrics: readonly Metric[], now?: number) =>
  writeDefinitions(transaction, "metric", metrics, now);
