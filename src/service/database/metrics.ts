// Metric documents, which events and experiments both read. What a metric means belongs to them.
import { Metric } from "#contract/metric.ts";
import type { Reader, Row, Transaction } from "./database.ts";

interface MetricRow extends Row {
  document: unknown;
}

/** All metrics, by name, then id. */
export async function readMetrics(reader: Reader): Promise<Metric[]> {
  const rows = await reader.query<MetricRow>("select document from metric order by lower(name), id");
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
