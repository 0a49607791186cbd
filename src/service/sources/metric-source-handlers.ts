// Answers the endpoints of metric sources. The metrics that read one are answered with the metrics.
import type { MetricSource } from "#contract/warehouse-source.ts";
import { MetricSourcePatch } from "#contract/warehouse-source-update.ts";
import type { Problem } from "#contract/api-error.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { readMetrics } from "#service/database/definitions.ts";
import { listVersions } from "#service/database/entity-lists.ts";
import { pageOfList } from "#service/database/pages.ts";
import {
  parseMetricSource,
  readMetricSources,
  type StoredMetricSource,
} from "#service/database/warehouse-sources.ts";
import { versionedWrites, type WrittenEntities } from "#service/entity-writes/versioned-writes.ts";
import { withEveryField } from "#service/http/answered-entity.ts";
import { findEntity } from "#service/http/entity-reads.ts";
import { badRequest, notFound, refuse } from "#service/http/errors.ts";
import type { BodyChecks, Handlers } from "#service/http/handler.ts";
import { emptySource, known, nameInUse } from "./answered-source.ts";
import {
  changeProblems,
  newMetricSource,
  patchedMetricSource,
  replacedMetricSource,
} from "./changed-source.ts";
import { isDry } from "./requested-source.ts";
import type { SourceLooks } from "./source-looks.ts";

const answered = (source: StoredMetricSource): MetricSource =>
  withEveryField<MetricSource>(source, { ...emptySource, customFieldMapping: [] });

const entities: WrittenEntities<StoredMetricSource, MetricSource> = {
  kind: "metric_source",
  noun: "Metric source",
  parse: parseMetricSource,
  references: () => [],
  createProblems: (reader, body) => nameInUse(reader, "metric_source", body),
  answers: async () => answered,
};

const updateProblems = async (
  _reader: Reader,
  stored: StoredMetricSource,
  body: unknown,
): Promise<Problem[]> => {
  const { data } = MetricSourcePatch.safeParse(body);
  return data ? changeProblems(stored, data) : [];
};

const mostNamed = 5;

/** Choice: a metric source that a metric names is not deleted; one that metrics find by their events alone is. */
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

export function metricSourceHandlers(database: Database, looks: SourceLooks) {
  const { change, create, remove, checkStored } = versionedWrites(database, entities);
  const checked = checkStored(updateProblems);
  const handlers = {
    listMetricSources: async ({ query }) => {
      const { items, total } = pageOfList(await readMetricSources(await database.upToDate()), query);
      return { items: items.map(answered), total };
    },
    readMetricSource: async ({ params }) => {
      const source = await findEntity(await database.upToDate(), entities, params.id);
      return { data: answered(source), version: source.version };
    },
    listMetricSourceVersions: async ({ params, query }) => {
      const found = await listVersions(database, entities.kind, params.id, query, parseMetricSource);
      if (found.total === 0) throw notFound(entities.noun);
      return { ...found, items: found.items.map(answered) };
    },
    createMetricSource: async (input, context) => {
      const look = await looks.ofWrite("metric_source", input, undefined, context);
      const made = await create(isDry(input), context, (sent, signer, lastVersion) =>
        newMetricSource(sent, signer, lastVersion, look.told),
      );
      return look.answered(made);
    },
    updateMetricSource: async (input, context) => {
      const before = await findEntity(database, entities, input.params.id);
      const look = await looks.ofWrite("metric_source", input, before, context);
      const changed = await change(isDry(input), context, (stored) => {
        refuse(changeProblems(stored, input.body));
        return replacedMetricSource(stored, input.body, context, known(stored, input.body, look));
      });
      return look.answered(changed);
    },
    patchMetricSource: async (input, context) => {
      const before = await findEntity(database, entities, input.params.id);
      const look = await looks.ofWrite("metric_source", input, before, context);
      const changed = await change(isDry(input), context, (stored) => {
        refuse(changeProblems(stored, input.body));
        return patchedMetricSource(stored, input.body, context, look.told);
      });
      return look.answered(changed);
    },
    deleteMetricSource: (input, context) =>
      remove(input, context, (stored, reader) => refuseNamed(reader, stored)),
  } satisfies Partial<Handlers>;
  const checks: BodyChecks = {
    createMetricSource: (body) => entities.createProblems(database, body),
    updateMetricSource: checked,
    patchMetricSource: checked,
  };
  return { handlers, checks };
}
