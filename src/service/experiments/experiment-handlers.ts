// Handles requests for experiments, their results and recorded unit properties. All numbers come from the log or the
// warehouse, never from stored documents.
import type { Logger } from "pino";
import { limits } from "#contract/limits.ts";
import { countAssignedUnits, isAssigned } from "#service/database/assigned-units.ts";
import type { Database } from "#service/database/database.ts";
import { readMetrics } from "#service/database/definitions.ts";
import { removedBefore } from "#service/database/event-retention.ts";
import { pageOfList } from "#service/database/pages.ts";
import { entityReads, findEntity, wrapInLists } from "#service/http/entity-reads.ts";
import type { Handlers } from "#service/http/handler.ts";
import { repeat } from "#service/http/repeat.ts";
import { holdbackRun } from "#contract/experiment-holdback.ts";
import { currentExperiment, experimentEntities } from "./answered-experiment.ts";
import { chooseGroups, chooseSince, isSequential } from "./analysis-settings.ts";
import { chooseMetric, choosePair, timeSeries } from "./time-series.ts";
import { readVersion } from "./earlier-version.ts";
import { learnedExperiments } from "./learned-experiments.ts";
import { listMetricExperiments } from "./metric-experiments.ts";
import { experimentRow } from "./experiment-row.ts";
import { experimentReferences, experimentWrites } from "./experiment-writes.ts";
import { harmedGuardrail, checkInterval, rampPlans } from "./ramp-plans.ts";
import { experimentResults, type Subject } from "./experiment-results.ts";
import { readChangesSinceDecision } from "./changes-since-decision.ts";
import { readDecisionAuthor } from "./decision-author.ts";
import { backgroundOverviews } from "./background-overviews.ts";
import { computeOverview, readOverview } from "./read-overview.ts";
import { recordedProperties } from "./recorded-properties.ts";
import { cumulativeExposures } from "./cumulative-exposures.ts";
import { metricsOf } from "./result-inputs.ts";
import { servedStart } from "./served-start.ts";
import { keptSummaries } from "./kept-summaries.ts";
import { summaryCharts } from "./summary-charts.ts";

/** If `background` is given, reading a list triggers the computation of missing results. */
export function experimentHandlers(
  database: Database,
  log: Pick<Logger, "warn" | "error">,
  background?: { now: () => number; stop: AbortSignal },
) {
  const results = experimentResults(database, log);
  const summaries = keptSummaries();
  const properties = recordedProperties(database);
  const { prepare, list, listReferences, listVersions, listDifferences } = entityReads(
    database,
    experimentEntities,
  );
  const writes = experimentWrites(database);
  const find = (id: string) => findEntity(database, experimentEntities, id);
  const subjectOf = async (id: string, now: number): Promise<Subject> => {
    const [experiment, metrics] = await Promise.all([find(id), readMetrics(database)]);
    return { experiment, metrics, now };
  };
  /** Returns the current experiment, or the experiment as of a version. */
  const subjectAt = async (id: string, version: number | undefined, now: number): Promise<Subject> => {
    const subject = await subjectOf(id, now);
    if (version === undefined) return subject;
    const { experiment, replacedTime = now } = await readVersion(database, await find(id), version);
    return { ...subject, experiment, version, now: Math.min(now, replacedTime) };
  };

  /** Returns the subject of a request for results; results of a holdback are read from its start. */
  const subjectOfRead = async <Query extends { version?: number | undefined; since?: number | undefined }>(
    { params, query }: { params: { id: string }; query: Query },
    now: number,
  ) => {
    const subject = await subjectAt(params.id, query.version, now);
    const { experiment } = subject;
    const { since } = query;
    const run = since !== undefined && since === experiment.holdbackStartTime && holdbackRun(experiment);
    return run
      ? { subject: { ...subject, experiment: run, isHoldback: true }, query: { ...query, since: undefined } }
      : { subject, query };
  };

  /** Recomputes the overview from the current results and stores it for lists. */
  const overviewAgain = async (id: string, now: number, leaving: AbortSignal) => {
    const subject = await subjectOf(id, now);
    return computeOverview(database, subject, log, () => results.read(subject, leaving));
  };

  const computeMissing =
    background &&
    backgroundOverviews({
      ...background,
      database,
      log,
      compute: (id) => overviewAgain(id, background.now(), background.stop),
    });

  if (background)
    repeat(
      rampPlans({
        database,
        log,
        now: background.now,
        references: experimentReferences,
        harmed: async (id) => {
          const subject = await subjectOf(id, background.now());
          return harmedGuardrail(subject, await results.read(subject, background.stop));
        },
      }),
      { every: checkInterval, stop: background.stop, warn: (error) => log.warn({ error: String(error) }) },
    );

  const listFiltered: Handlers["listExperiments"] = async ({ query }, context) => {
    const { status, band, health, result, guardrail, metric, owner, tags, idType, ...rest } = query;
    const some = { status, band, health, result, guardrail, metric, owner, ...wrapInLists({ idType }) };
    const found = await list({ ...rest, some, every: { tags } }, context);
    computeMissing?.();
    return found;
  };

  const handlers = {
    listExperiments: listFiltered,
    listExperimentRows: async (input, context) => {
      const { items, ...found } = await listFiltered(input, context);
      return { ...found, items: items.map(experimentRow) };
    },
    listExperimentReferences: listReferences,
    listExperimentVersions: listVersions,
    listExperimentDifferences: listDifferences,
    ...writes.handlers,
    listOpenExperiments: async ({ query }, context) => {
      const some = { band: ["decide", "fix", "running"] };
      const { counts, items, total } = await list({ ...query, some, sort: "need", counts: true }, context);
      computeMissing?.();
      const values = counts?.values.filter(({ field }) => field === "need") ?? [];
      return {
        items: items.map(experimentRow),
        total,
        counts: { inUse: total, archived: 0, values, names: [] },
      };
    },
    readLearnedExperiments: async (_input, { now }) => {
      const found = await learnedExperiments(database, now);
      computeMissing?.();
      return { data: found };
    },
    readExperiment: async ({ params }, context) => {
      const subject = await subjectOf(params.id, context.now);
      const { experiment } = subject;
      const overview = await readOverview(database, subject, log, () =>
        results.read(subject, context.signal),
      );
      const decidedBy = await readDecisionAuthor(database, experiment);
      const changesSinceDecision = await readChangesSinceDecision(database, experiment, context.now);
      const { version } = experiment;
      return {
        data: { ...currentExperiment(context)(experiment), ...overview, decidedBy, changesSinceDecision },
        ...(typeof version === "number" ? { version } : {}),
      };
    },
    listMetricExperiments: async ({ params, query }, { now }) => {
      const found = await listMetricExperiments(database, params.id, query, now);
      if (found.items.some(({ result }) => result === null)) computeMissing?.();
      return found;
    },
    listRecordedProperties: async ({ query }, { now }) => pageOfList(await properties(now), query),
    readSummaryCharts: async (input, context) => {
      const { subject, query } = await subjectOfRead(input, context.now);
      const { experiment, metrics, now } = subject;
      // Rejects unknown groups before any computation starts.
      chooseGroups(experiment, query);
      const since = chooseSince(experiment, query, now);
      /** All that the answer is made of besides the measurements. */
      const settings = async () => ({
        experiment,
        metrics: metricsOf(experiment, metrics),
        query,
        sequential: isSequential(experiment, now),
        removed: await removedBefore(database),
      });
      const stamp = await results.stamp({ ...subject, since });
      const known = stamp && summaries.find(stamp, await settings());
      if (known) return { kept: known };
      const read = await results.read({ ...subject, since }, context.signal);
      const { measurements, fingerprint, computedTime, window, isUnloaded } = read;
      const charts = summaryCharts(experiment, metrics, measurements, query, now);
      if (isUnloaded) return { data: { ...charts, isUnloaded } };
      const made = await settings();
      const { removed } = made;
      const missing =
        window && removed && window.windowStart < removed ? { eventsRemovedBefore: removed } : {};
      const data = { ...charts, fingerprint, computedTime, ...window, ...missing };
      return read.stamp ? { kept: summaries.keep(read.stamp, made, data) } : { data };
    },
    readDailyResults: async (input, context) => {
      const { subject, query } = await subjectOfRead(input, context.now);
      const { experiment, now } = subject;
      // Rejects unknown metrics and groups before any computation starts.
      const metric = chooseMetric(subject.metrics, query);
      choosePair(experiment, query);
      const since = chooseSince(experiment, query, now);
      const days = await results.readTimeSeries({ ...subject, since }, metric, context.signal);
      return { data: timeSeries(experiment, metric, days, query, now) };
    },
    readCumulativeExposures: async ({ params }, context) => {
      const subject = await subjectOf(params.id, context.now);
      const { newUnits, until } = await results.readExposures(subject, context.signal);
      return { data: cumulativeExposures({ ...subject, now: until }, newUnits) };
    },
    readAssignedUnits: async ({ params, query }) => {
      const experiment = await find(params.id);
      const units = await countAssignedUnits(database, experiment);
      const isListed = units <= limits.assignedUnits;
      const { unit } = query;
      const about = unit === undefined ? {} : { isAssigned: await isAssigned(database, experiment, unit) };
      return { data: { units, isListed, ...about } };
    },
    readServedStart: async ({ params, query }, context) => ({
      data: await servedStart(database, await find(params.id), query.analysisStartTime, context),
    }),
    readSummaryProgress: async ({ params }) => {
      const { id } = await find(params.id);
      return { data: results.progress(id) };
    },
  } satisfies Partial<Handlers>;
  return { handlers, checks: writes.checks, prepare, subjectOf, overviewAgain };
}
