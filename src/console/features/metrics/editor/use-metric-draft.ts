// A metric while it is edited.
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
  /** As the service answers it now; none of a new one. */
  stored: Metric | undefined;
  /** The fields that a new one begins with. */
  initial: MetricDraft;
  slot: string;
}

export const useMetricDraft = (options: MetricDraftOptions): MetricEdit => useFormDraft(metricKind, options);
