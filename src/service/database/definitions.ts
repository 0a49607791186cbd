// Definitions that are read as a whole: metrics, and where properties of units come from. What they mean belongs to the subjects.
import { EntityPropertySource } from "#contract/entity-property.ts";
import { Metric } from "#contract/metric.ts";
import type { Reader, Transaction } from "./database.ts";
import { loadEntities, updateEntities, type DocumentRow } from "./entities.ts";

/** All metrics, by name, then id. */
export async function readMetrics(reader: Reader): Promise<Metric[]> {
  const rows = await reader.query<DocumentRow>("select document from metric order by lower(name), id");
  return rows.map((row) => Metric.parse(row.document));
}

/** Stores metrics; one that exists under the same id gets a new version. `now` in ms. */
export async function writeMetrics(transaction: Transaction, metrics: readonly Metric[], now = 0) {
  const stored = await transaction.query<{ id: string; version: number }>(
    "select id, version from metric where id = any($1)",
    [metrics.map(({ id }) => id)],
  );
  const versions = new Map(stored.map(({ id, version }) => [id, version]));
  const writes = metrics.map((metric) => ({
    document: { version: (versions.get(metric.id) ?? 0) + 1, ...metric },
    references: [],
  }));
  const isStored = ({ document }: (typeof writes)[number]) => versions.has(document.id);
  await loadEntities(
    transaction,
    "metric",
    writes.filter((write) => !isStored(write)),
  );
  await updateEntities(transaction, "metric", writes.filter(isStored), now);
}

/** All sources, by name. */
export async function readSources(reader: Reader): Promise<EntityPropertySource[]> {
  const rows = await reader.query<DocumentRow>(
    "select document from entity_property order by lower(name), name",
  );
  return rows.map((row) => EntityPropertySource.parse(row.document));
}

/** Stores sources; one that exists under the same name is replaced. */
export async function writeSources(transaction: Transaction, sources: readonly EntityPropertySource[]) {
  await transaction.query("delete from entity_property where name = any($1)", [
    sources.map((source) => source.name),
  ]);
  await transaction.load(
    "entity_property",
    ["name", "document"],
    sources.map((source) => [source.name, JSON.stringify(source)]),
  );
}
