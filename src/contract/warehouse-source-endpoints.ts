// Rows of the endpoint table for assignment and metric sources, and for previews and metadata from the warehouse.
import { z } from "zod/mini";
import { endpoint, listing, reading } from "./endpoint.ts";
import { answer } from "./envelope.ts";
import { Metric } from "./metric.ts";
import { pageFields, PageQuery } from "./query-fields.ts";
import { SourceFreshness, SourcePreview, WarehouseTable } from "./source-preview.ts";
import { AssignmentSource, MetricSource } from "./warehouse-source.ts";
import { deleting, writing } from "./write-endpoint.ts";

const updates = () => import("./warehouse-source-update.ts");
const assignments = "/console/v1/experiments/assignment_sources";
const assignment = "/console/v1/experiments/assignment_source/{id}";
const metrics = "/console/v1/metrics/metric_source";
const metric = `${metrics}/{id}` as const;

const preview = z.optional(SourcePreview);
/** Choice: the dry run of writing a source returns what the warehouse reports about it. */
const WrittenAssignmentSource = z.extend(AssignmentSource, { preview });
const WrittenMetricSource = z.extend(MetricSource, { preview });

export const warehouseSourceEndpoints = {
  listAssignmentSources: listing(AssignmentSource, PageQuery, {
    path: assignments,
    summary: "List assignment sources",
    message: "Assignment Sources listed successfully.",
  }),
  createAssignmentSource: writing(
    WrittenAssignmentSource,
    async () => (await updates()).AssignmentSourceCreate,
    {
      method: "POST",
      path: assignments,
      summary: "Create an assignment source",
      message: "Assignment Source created successfully",
      status: 201,
    },
  ),
  // Choice: a single source is read by name, with the experiments or metrics that use it, and its versions can be listed.
  readAssignmentSource: reading(AssignmentSource, {
    path: assignment,
    summary: "Read an assignment source",
    message: "Assignment Source read successfully.",
  }),
  updateAssignmentSource: writing(
    WrittenAssignmentSource,
    async () => (await updates()).AssignmentSourceUpdate,
    {
      method: "POST",
      path: assignment,
      summary: "Fully update an assignment source",
      message: "Assignment Source updated successfully",
    },
  ),
  patchAssignmentSource: writing(
    WrittenAssignmentSource,
    async () => (await updates()).AssignmentSourcePatch,
    {
      method: "PATCH",
      path: assignment,
      summary: "Partially update an assignment source",
      message: "Assignment Source updated successfully",
    },
  ),
  deleteAssignmentSource: deleting({
    path: assignment,
    summary: "Delete an assignment source",
    message: "Assignment source deleted successfully.",
  }),
  listAssignmentSourceVersions: listing(AssignmentSource, PageQuery, {
    path: `${assignment}/versions`,
    summary: "List the versions of an assignment source, the current one first",
    message: "Assignment Source versions listed successfully.",
  }),
  listMetricSources: listing(MetricSource, PageQuery, {
    path: `${metrics}/list`,
    summary: "List metric sources",
    message: "Metric sources listed successfully.",
  }),
  createMetricSource: writing(WrittenMetricSource, async () => (await updates()).MetricSourceCreate, {
    method: "POST",
    path: metrics,
    summary: "Create a metric source",
    message: "Metric source created successfully.",
    status: 201,
  }),
  readMetricSource: reading(MetricSource, {
    path: metric,
    summary: "Read a metric source",
    message: "Metric source read successfully.",
  }),
  updateMetricSource: writing(WrittenMetricSource, async () => (await updates()).MetricSourceUpdate, {
    method: "POST",
    path: metric,
    summary: "Fully update a metric source",
    message: "Metric source updated successfully.",
  }),
  // Choice: a metric source can also be partially updated, like all other entities.
  patchMetricSource: writing(WrittenMetricSource, async () => (await updates()).MetricSourcePatch, {
    method: "PATCH",
    path: metric,
    summary: "Partially update a metric source",
    message: "Metric source updated successfully.",
  }),
  deleteMetricSource: deleting({
    path: metric,
    summary: "Delete a metric source",
    message: "Metric source deleted successfully.",
  }),
  listMetricSourceVersions: listing(MetricSource, PageQuery, {
    path: `${metric}/versions`,
    summary: "List the versions of a metric source, the current one first",
    message: "Metric source versions listed successfully.",
  }),
  listMetricsOfSource: listing(Metric, PageQuery, {
    path: `${metric}/metrics`,
    summary: "List the metrics that read a metric source",
    message: "Metrics listed successfully.",
  }),
  // Choice: `/warehouse_sources/preview` tries out a source, `/warehouse_tables` lists tables, and `/warehouse_sources/freshness` returns the age of the newest rows.
  previewSource: endpoint({
    method: "POST",
    path: "/console/v1/warehouse_sources/preview",
    summary: "Look at a source in the warehouse; nothing is stored",
    message: "Source read successfully.",
    isReading: true,
    body: async () => (await updates()).SourcePreviewRequest,
    response: answer(SourcePreview),
  }),
  listSourceFreshness: listing(SourceFreshness, PageQuery, {
    path: "/console/v1/warehouse_sources/freshness",
    summary: "List how new the rows of the stored sources are",
    message: "Freshness listed successfully.",
  }),
  listWarehouseTables: listing(WarehouseTable, z.object({ ...pageFields, search: z.optional(z.string()) }), {
    path: "/console/v1/warehouse_tables",
    summary: "List the tables of the warehouse that the connection may see",
    message: "Tables listed successfully.",
  }),
};
