// The draft state of the metric editor.
import { Metric } from "#contract/metric.ts";
import { type FormEdit, useFormDraft } from "#console/editing/form/use-form-draft.ts";
import { mergeMetrics } from "./merge-metrics.ts";
import { draftOf, MetricDraft } from "./metric-draft.ts";

const metricKind = {
  section: "metrics",
  noun: "metric",
  Entity: Metric,
  Draft: MetricDraft,
  draftOf,
  merge: mergeMetrics,
};

export type MetricEdit = FormEdit<Metric, MetricDraft>;

interface MetricDraftOptions {
  /** The metric as stored on the server; undefined for a new one. */
  stored: Metric | undefined;
  /** Initial fields of a new metric. */
  initial: MetricDraft;
  slot: string;
}

export const useMetricDraft = (options: MetricDraftOptions): MetricEdit => useFormDraft(metricKind, options);
