// Definitions that nothing changes but an import: metrics, and where properties of units come from. What they mean belongs to the subjects.
import { EntityPropertySource } from "#contract/entity-property.ts";
import { Metric } from "#contract/metric.ts";
import type { Reader, Transaction } from "./database.ts";
import type { DocumentRow } from "./entities.ts";

/** All metrics, by name, then id. */
export async function readMetrics(reader: Reader): Promise<Metric[]> {
  const rows = await reader.query<DocumentRow>("select document from metric order by lower(name), id");
  return rows.map((row) => Metric.parse(row.document));
}

/** Stores metrics; one that exists under the same id is replaced. */
export async function writeMetrics(transaction: Transaction, metrics: readonly Metric[]) {
  await transaction.query("delete from metric where id = any($1)", [metrics.map((metric) => metric.id)]);
  await transaction.load(
    "metric",
    ["id", "name", "type", "document"],
    metrics.map((metric) => [metric.id, metric.name, metric.type, JSON.stringify(metric)]),
  );
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
