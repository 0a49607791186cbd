// Answers experiments, their results and where properties of units come from. Numbers come from the log, never from a document.
import type { Logger } from "pino";
import { EntityPropertySource } from "#contract/entity-property.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { Database, Row } from "#service/database/database.ts";
import { entityExists, readEntity } from "#service/database/entities.ts";
import { listEntities, listReferences } from "#service/database/entity-lists.ts";
import { readMetrics } from "#service/database/metrics.ts";
import { withEveryField } from "#service/http/answered-entity.ts";
import { notFound } from "#service/http/errors.ts";
import type { Handlers } from "#service/http/handler.ts";
import { answeredExperiment, parseExperiment } from "./answered-experiment.ts";
import { chooseGroups } from "./analysis-settings.ts";
import { chooseMetric, choosePair, timeSeries } from "./time-series.ts";
import { experimentResults, type Subject } from "./experiment-results.ts";
import { readHealth } from "./read-health.ts";
import { summaryCharts } from "./summary-charts.ts";

type Names =
  | "listExperiments"
  | "readExperiment"
  | "listExperimentReferences"
  | "listEntityProperties"
  | "readSummaryCharts"
  | "readDailyResults"
  | "readSummaryProgress";

async function readOne(database: Database, id: string): Promise<Experiment> {
  const experiment = await readEntity(database, "experiment", id, parseExperiment);
  if (!experiment) throw notFound("Experiment");
  return experiment;
}

const emptySource = {
  description: "",
  tags: [],
  timestampColumn: "",
  timestampAsDay: false,
  idTypeMapping: [],
};

/** One page of the sources by name. */
async function listSources(database: Database, { limit, page }: { limit: number; page: number }) {
  const [counted] = await database.query<Row & { total: number }>(
    "select count(*) as total from entity_property",
  );
  const rows = await database.query<Row & { document: unknown }>(
    `select document from entity_property order by lower(name), name limit ${limit} offset ${(page - 1) * limit}`,
  );
  const items = rows.map((row) => withEveryField(EntityPropertySource.parse(row.document), emptySource));
  return { items, total: counted?.total ?? 0 };
}

export function experimentHandlers(database: Database, log: Pick<Logger, "warn" | "error">) {
  const results = experimentResults(database, log);
  const subjectOf = async (id: string, now: number): Promise<Subject> => {
    const [experiment, metrics] = await Promise.all([readOne(database, id), readMetrics(database)]);
    return { experiment, metrics, now };
  };

  return {
    listExperiments: async ({ query }, context) => {
      const { items, total } = await listEntities(database, "experiment", query, query, parseExperiment);
      return { items: items.map(answeredExperiment(context)), total };
    },
    readExperiment: async ({ params }, context) => {
      const subject = await subjectOf(params.id, context.now);
      const { experiment } = subject;
      const health = await readHealth(database, subject, log, () => results.read(subject, context.signal));
      const { version } = experiment;
      return {
        data: { ...answeredExperiment(context)(experiment), ...health },
        ...(typeof version === "number" ? { version } : {}),
      };
    },
    listExperimentReferences: async ({ params, query }, context) => {
      if (!(await entityExists(database, "gate", params.id))) throw notFound("Gate");
      const { items, total } = await listReferences(
        database,
        params.id,
        "experiment",
        query,
        parseExperiment,
      );
      return { items: items.map(answeredExperiment(context)), total };
    },
    listEntityProperties: ({ query }) => listSources(database, query),
    readSummaryCharts: async ({ params, query }, context) => {
      const subject = await subjectOf(params.id, context.now);
      const { experiment, metrics, now } = subject;
      // Refuses unknown groups before anything is computed.
      chooseGroups(experiment, query);
      const { measurements, fingerprint, computedTime, window } = await results.read(subject, context.signal);
      const charts = summaryCharts(experiment, metrics, measurements, query, now);
      return { data: { ...charts, fingerprint, computedTime, ...window } };
    },
    readDailyResults: async ({ params, query }, context) => {
      const subject = await subjectOf(params.id, context.now);
      const { experiment, now } = subject;
      // Refuses unknown metrics and groups before anything is computed.
      const metric = chooseMetric(subject.metrics, query);
      choosePair(experiment, query);
      const days = await results.readTimeSeries(subject, metric, context.signal);
      return { data: timeSeries(experiment, metric, days, query, now) };
    },
    readSummaryProgress: async ({ params }) => {
      if (!(await entityExists(database, "experiment", params.id))) throw notFound("Experiment");
      return { data: results.progress(params.id) };
    },
  } satisfies Pick<Handlers, Names>;
}
