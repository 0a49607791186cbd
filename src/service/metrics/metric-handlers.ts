// Implements the endpoints of metrics (API 2.12, 4.9): lists, reads and writes. Their results in experiments belong to the experiments.
import { isTaggedGuardrail, type MetricUse } from "#contract/metric.ts";
import { MetricPatch } from "#contract/metric-update.ts";
import { typeRefusal } from "#contract/metric-definition.ts";
import type { Problem } from "#contract/api-error.ts";
import { isJsonObject } from "#contract/json5.ts";
import { metricsOfSource } from "#service/analysis/warehouse/metrics-of-source.ts";
import { metricsDerivedFrom } from "#service/analysis/plan/metric-inputs.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { readMetrics } from "#service/database/definitions.ts";
import { entityExists } from "#service/database/entities.ts";
import { readMetricUses } from "#service/database/metric-uses.ts";
import { pageOfList } from "#service/database/pages.ts";
import { readMetricSources } from "#service/database/warehouse-sources.ts";
import { versionedWrites } from "#service/entity-writes/versioned-writes.ts";
import { entityReads, findEntity } from "#service/http/entity-reads.ts";
import { badField, notFound, refuse } from "#service/http/errors.ts";
import type { BodyChecks, Handlers } from "#service/http/handler.ts";
import { answeredMetric, type StoredMetric } from "./answered-metric.ts";
import { metricID, newMetric, patchedMetric, patchProblems } from "./changed-metric.ts";
import { definitionSql } from "./definition-sql.ts";
import { metricEntities } from "./metric-entities.ts";
import { valueHandlers } from "./value-handlers.ts";

async function nameProblems(reader: Reader, body: unknown): Promise<Problem[]> {
  if (!isJsonObject(body)) return [];
  const { name, type } = body;
  if (typeof name !== "string" || typeof type !== "string" || typeRefusal(type)) return [];
  const isInUse = await entityExists(reader, "metric", metricID({ name, type }));
  return isInUse ? [{ property: "name", errorMessage: "Name is already in use" }] : [];
}

/** Problems of a raw body that the contract cannot find. */
function updateProblems(_reader: Reader, stored: StoredMetric, body: unknown): Promise<Problem[]> {
  const sent = MetricPatch.safeParse(body);
  return Promise.resolve(sent.success ? patchProblems(stored, sent.data) : []);
}

const runningStatuses = new Set(["active", "assignment_stopped", "experiment_stopped"]);

async function readRunning(reader: Reader, metric: StoredMetric): Promise<MetricUse[]> {
  const uses = await readMetricUses(reader, metric);
  return uses
    .filter(({ status }) => runningStatuses.has(status))
    .map(({ id, name, status, role }) => ({
      id,
      name,
      status,
      role: role === "secondary" && isTaggedGuardrail(metric) ? "guardrail" : role,
    }));
}

const mostNamed = 5;

/** Throws 400 where experiments use the metric, with the names of the first ones. */
async function refuseUsed(reader: Reader, metric: StoredMetric) {
  const uses = await readMetricUses(reader, metric);
  if (uses.length === 0) return;
  const named = uses.slice(0, mostNamed).map(({ name }) => `'${name}'`);
  const others = uses.length - named.length;
  const all = [...named, ...(others > 0 ? [`${others} more`] : [])].join(", ");
  const experiments = uses.length === 1 ? "An experiment uses" : `${uses.length} experiments use`;
  throw badField("id", `${experiments} this metric: ${all}`);
}

export function metricHandlers(database: Database) {
  const entities = metricEntities(database);
  const { prepare, list, read, listVersions, listDifferences } = entityReads(database, entities);
  const { change, create, remove, checkStored } = versionedWrites(database, {
    ...entities,
    references: () => [],
    createProblems: nameProblems,
  });
  const handlers = {
    listMetrics: ({ query }, context) => {
      const { type, directionality, event, owner, tags, showHiddenMetrics, ...rest } = query;
      const some = { type, directionality, event, owner };
      return list({ ...rest, some, every: { tags }, includeArchived: showHiddenMetrics }, context);
    },
    listEventMetrics: async ({ params, query }, context) => {
      const derived = metricsDerivedFrom(await readMetrics(database), params.eventName);
      const { items, total } = pageOfList(derived, query);
      return { items: items.map(answeredMetric(context)), total };
    },
    listMetricsOfSource: async ({ params, query }, context) => {
      const reader = await database.upToDate();
      const sources = await readMetricSources(reader);
      if (!sources.some(({ name }) => name === params.id)) throw notFound("Metric source");
      const { items, total } = pageOfList(
        metricsOfSource(await readMetrics(reader), sources, params.id),
        query,
      );
      return { items: items.map(answeredMetric(context)), total };
    },
    readMetric: async (input, context) => {
      const { data, ...rest } = await read(input, context);
      return { data: { ...data, sql: definitionSql(data) }, ...rest };
    },
    ...valueHandlers(database, (id) => findEntity(database, entities, id)),
    listMetricVersions: listVersions,
    listMetricDifferences: listDifferences,
    createMetric: (input, context) => create(input, context, newMetric),
    patchMetric: async (input, context) => {
      let running: MetricUse[] = [];
      const { data, version } = await change(input, context, async (stored, reader) => {
        refuse(patchProblems(stored, input.body));
        running = input.query.dryRun ? await readRunning(reader, stored) : [];
        return patchedMetric(stored, input.body, context);
      });
      return { data: input.query.dryRun ? { ...data, runningExperiments: running } : data, version };
    },
    deleteMetric: (input, context) => remove(input, context, (stored, reader) => refuseUsed(reader, stored)),
  } satisfies Partial<Handlers>;
  const checks: BodyChecks = {
    createMetric: (body) => nameProblems(database, body),
    patchMetric: checkStored(updateProblems),
  };
  return { handlers, checks, prepare };
}
