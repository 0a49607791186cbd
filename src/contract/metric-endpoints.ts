// Rows of the endpoint table for metrics: listing, reading and writing them, and the experiments that use one.
import { z } from "zod/mini";
import { endpoint, listing, reading } from "./endpoint.ts";
import { answer } from "./envelope.ts";
import {
  MetricDays,
  MetricDaysQuery,
  MetricDistribution,
  MetricPreview,
  MetricValue,
  MetricValuesQuery,
} from "./metric-values.ts";
import { Metric, MetricExperiment, UpdatedMetric } from "./metric.ts";
import { flag, listingFields, pageFields, PageQuery, textList } from "./query-fields.ts";
import { VersionDifferences } from "./version-differences.ts";
import { deleting, writing } from "./write-endpoint.ts";

const texts = z.optional(textList);

const metricSorts = [
  "name",
  "type",
  "directionality",
  "owner",
  "experimentCount",
  "lastEventTime",
  "lastModifiedTime",
] as const;

const MetricFilter = z.object({
  ...pageFields,
  ...listingFields(metricSorts),
  search: z.optional(z.string()),
  type: texts,
  directionality: texts,
  event: texts,
  owner: texts,
  tags: texts,
  showHiddenMetrics: flag,
});

export const metricEndpoints = {
  listMetrics: listing(Metric, MetricFilter, {
    path: "/console/v1/metrics/list",
    summary: "List metrics",
    message: "Metrics listed successfully.",
  }),
  // Choice: a metric can be created, changed and deleted, and has a history, in the conventions of the description.
  createMetric: writing(Metric, async () => (await import("./metric-update.ts")).MetricCreate, {
    method: "POST",
    path: "/console/v1/metrics",
    summary: "Create a metric",
    message: "Metric created successfully.",
    status: 201,
  }),
  readMetric: reading(Metric, {
    path: "/console/v1/metrics/{id}",
    summary: "Read a metric",
    message: "Metric read successfully.",
  }),
  patchMetric: writing(UpdatedMetric, async () => (await import("./metric-update.ts")).MetricPatch, {
    method: "PATCH",
    path: "/console/v1/metrics/{id}",
    summary: "Partially update a metric",
    message: "Metric updated successfully.",
  }),
  // Choice: the values of a metric by day and by unit are at `/days` and `/distribution`, and `/metrics/preview` tries out a definition.
  readMetricDays: reading(MetricDays, {
    path: "/console/v1/metrics/{id}/days",
    summary: "Read the value of a metric on each of the last days",
    message: "Metric values read successfully.",
    query: MetricDaysQuery,
  }),
  readMetricDistribution: reading(MetricDistribution, {
    path: "/console/v1/metrics/{id}/distribution",
    summary: "Read how the values of a metric's units are spread over the last days",
    message: "Metric values read successfully.",
    query: MetricDaysQuery,
  }),
  previewMetric: endpoint({
    method: "POST",
    path: "/console/v1/metrics/preview",
    summary: "Try a definition of a metric on the last 30 days; nothing is stored",
    message: "Metric computed successfully.",
    isReading: true,
    body: async () => (await import("./metric-update.ts")).MetricPreviewRequest,
    response: answer(MetricPreview),
  }),
  readMetricValues: reading(z.array(MetricValue), {
    path: "/console/v1/metrics",
    summary: "Read the value of a metric on one day",
    message: "Metric values listed successfully.",
    query: MetricValuesQuery,
  }),
  deleteMetric: deleting({
    path: "/console/v1/metrics/{id}",
    summary: "Delete a metric that no experiment uses",
    message: "Metric deleted successfully.",
  }),
  listMetricVersions: listing(Metric, PageQuery, {
    path: "/console/v1/metrics/{id}/versions",
    summary: "List the versions of a metric, the current one first",
    message: "Metric versions listed successfully.",
  }),
  listMetricDifferences: listing(VersionDifferences, PageQuery, {
    path: "/console/v1/metrics/{id}/version_differences",
    summary: "List what each version of a metric changed, the current one first",
    message: "Metric versions listed successfully.",
  }),
  listMetricExperiments: listing(MetricExperiment, PageQuery, {
    path: "/console/v1/metrics/{id}/experiments",
    summary: "List the experiments that use a metric, with what it showed in each",
    message: "Experiments listed successfully.",
  }),
};
