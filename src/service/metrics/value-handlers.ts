// Answers the values of metrics in the last days, and previews definitions that are not stored.
import type { Metric } from "#contract/metric.ts";
import type { Database } from "#service/database/database.ts";
import { day } from "#service/analysis/totals/assignment.ts";
import type { Handlers } from "#service/http/handler.ts";
import {
  daysToApi,
  distributionToApi,
  previewToApi,
  lastDays,
  metricValues,
  unitTypeOf,
} from "./metric-values.ts";

const previewDays = 30;

export function valueHandlers(database: Database, find: (id: string) => Promise<Metric>) {
  const read = metricValues(database);
  const readDays = async (
    metric: Metric,
    { days, unitType }: { days: number; unitType?: string | undefined },
    { now, signal }: { now: number; signal: AbortSignal },
  ) => read(metric, { ...lastDays(days, now), unitType: unitTypeOf(metric, unitType) }, now, signal);
  return {
    readMetricDays: async ({ params, query }, context) => {
      const metric = await find(params.id);
      return { data: daysToApi(metric, await readDays(metric, query, context)) };
    },
    readMetricDistribution: async ({ params, query }, context) => {
      const metric = await find(params.id);
      return { data: distributionToApi(await readDays(metric, query, context)) };
    },
    previewMetric: async ({ body: { unitType, ...definition } }, context) => {
      const metric = { id: "", name: "", directionality: "increase", ...definition };
      const found = await readDays(metric, { days: previewDays, unitType }, context);
      return { data: previewToApi(metric, found) };
    },
    readMetricValues: async ({ query }, { now, signal }) => {
      const metric = await find(query.id);
      const start = Date.parse(`${query.date}T00:00:00Z`);
      const unitType = unitTypeOf(metric, query.unitType);
      const span = { start, end: Math.max(start, Math.min(now, start + day - 1)), unitType };
      const { days } = daysToApi(metric, await read(metric, span, now, signal));
      return {
        data: days.map(({ value, numerator, denominator }) => ({
          metricName: metric.name,
          metricType: metric.type,
          unitType,
          value,
          numerator,
          denominator,
        })),
      };
    },
  } satisfies Partial<Handlers>;
}
