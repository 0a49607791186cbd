// The endpoints of metrics: listed, read, written, and the experiments that use one.
import { z } from "zod/mini";
import { listing, reading } from "./endpoint.ts";
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
