// Lists the experiments that use a metric, each with the metric's last computed result. Computes nothing.
import { isTaggedGuardrail, Metric, type MetricExperiment } from "#contract/metric.ts";
import { readNewest } from "#service/analysis/cache/cached-results.ts";
import type { Measurements } from "#service/analysis/plan/measurements.ts";
import type { Database } from "#service/database/database.ts";
import { readDocuments } from "#service/database/entity-lists.ts";
import { readMetricUses } from "#service/database/metric-uses.ts";
import { pageOfList, type Found, type PageOf } from "#service/database/pages.ts";
import { findEntity } from "#service/http/entity-reads.ts";
import { experimentEntities } from "./answered-experiment.ts";
import { metricResult } from "./lead-result.ts";

const metricEntity = {
  kind: "metric",
  noun: "Metric",
  parse: (document: unknown) => Metric.parse(document),
} as const;

export async function listMetricExperiments(
  database: Database,
  id: string,
  pageOf: PageOf,
  now: number,
): Promise<Found<MetricExperiment>> {
  const reader = await database.upToDate();
  const metric = await findEntity(reader, metricEntity, id);
  const { items: uses, total } = pageOfList(await readMetricUses(reader, metric), pageOf);
  const ids = uses.map((use) => use.id);
  const experiments = new Map(
    (await readDocuments(reader, "experiment", ids))
      .map(experimentEntities.parse)
      .map((one) => [one.id, one]),
  );
  const newest = await readNewest<{ measurements: Measurements }>(reader, "summary", ids);
  const resultOf = (experimentID: string) => {
    const [experiment, found] = [experiments.get(experimentID), newest.get(experimentID)];
    // Results of an earlier run do not count, nor results without this metric.
    if (!experiment || !found || found.computedTime < (experiment.startTime ?? 0)) return null;
    const { measurements } = found.result;
    if (!measurements.metrics[metric.id]) return null;
    const subject = { experiment, metrics: [metric], now };
    return metricResult(subject, { measurements, computedTime: found.computedTime }, metric);
  };
  const items = uses.map(({ role, ...use }) => ({
    ...use,
    role: role === "secondary" && isTaggedGuardrail(metric) ? "guardrail" : role,
    result: resultOf(use.id),
  }));
  return { items, total };
}
