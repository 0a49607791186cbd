// Handlers of the metric source endpoints. Metrics that use a source are handled with the metrics.
import type { MetricSource } from "#contract/warehouse-source.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { readMetrics } from "#service/database/definitions.ts";
import {
  parseMetricSource,
  readMetricSources,
  type StoredMetricSource,
} from "#service/database/warehouse-sources.ts";
import { withEveryField } from "#service/http/answered-entity.ts";
import { badRequest } from "#service/http/errors.ts";
import type { BodyChecks, Handlers } from "#service/http/handler.ts";
import { emptySource } from "./answered-source.ts";
import type { SourcePreviews } from "./source-previews.ts";
import { writtenSources, type SourcesOfKind } from "./written-sources.ts";

const answered = (source: StoredMetricSource): MetricSource =>
  withEveryField<MetricSource>(source, { ...emptySource, customFieldMapping: [] });

const ofKind: SourcesOfKind<StoredMetricSource, MetricSource> = {
  kind: "metric_source",
  noun: "Metric source",
  parse: parseMetricSource,
  readAll: readMetricSources,
  answered,
  answers: async () => answered,
};

const mostNamed = 5;

/** Choice: a metric source that a metric names cannot be deleted; one that metrics find only by their events can. */
async function refuseNamed(reader: Reader, { name }: StoredMetricSource) {
  const named = (await readMetrics(reader)).filter(
    ({ warehouseNative }) => warehouseNative?.metricSourceName === name,
  );
  if (named.length > 0)
    throw badRequest(
      named
        .slice(0, mostNamed)
        .map((metric) => ({ property: "name", errorMessage: `The metric '${metric.name}' reads it` })),
    );
}

export function metricSourceHandlers(database: Database, looks: SourcePreviews) {
  const sources = writtenSources(database, looks, ofKind);
  const handlers = {
    listMetricSources: sources.list,
    readMetricSource: sources.read,
    listMetricSourceVersions: sources.listVersions,
    createMetricSource: sources.create,
    updateMetricSource: sources.update,
    patchMetricSource: sources.patch,
    deleteMetricSource: (input, context) =>
      sources.remove(input, context, (stored, reader) => refuseNamed(reader, stored)),
  } satisfies Partial<Handlers>;
  const checks: BodyChecks = {
    createMetricSource: sources.checkCreation,
    updateMetricSource: sources.checkChange,
    patchMetricSource: sources.checkChange,
  };
  return { handlers, checks };
}
