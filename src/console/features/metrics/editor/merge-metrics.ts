// Three-way merge of metric drafts, field by field. Pure.
import { descriptionStep, tagsStep } from "#console/editing/diff-merge/draft-fields.ts";
import { fieldStep, mergeOf } from "#console/editing/diff-merge/merge-fields.ts";
import { metricSentence } from "#console/foundation/ui/metric-sentence.ts";
import { definitionOf } from "./metric-body.ts";
import type { MetricDraft } from "./metric-draft.ts";

const asIs = (text: string) => text;
const listed = (texts: readonly string[]) => texts.join(", ");

/** Describes in one sentence how the drafted metric is computed. */
export const sentenceOfDraft = (draft: MetricDraft) =>
  metricSentence({ id: "", name: draft.name, directionality: "", type: draft.type, ...definitionOf(draft) });

export const mergeMetrics = mergeOf<MetricDraft>(
  descriptionStep<MetricDraft>(),
  fieldStep<MetricDraft, "events">("Events", "events", (events) => listed(events.map(({ name }) => name))),
  fieldStep<MetricDraft, "counts">("Counts", "counts", asIs),
  fieldStep<MetricDraft, "cap">("Large values", "cap", asIs),
  fieldStep<MetricDraft, "percentile">("Percentile", "percentile", asIs),
  fieldStep<MetricDraft, "directionality">("Better when", "directionality", asIs),
  fieldStep<MetricDraft, "unitTypes">("Units", "unitTypes", listed),
  tagsStep<MetricDraft>(),
  fieldStep<MetricDraft, "owner">("Owner", "owner", asIs),
  fieldStep<MetricDraft, "source">("Metric source", "source", asIs),
);
