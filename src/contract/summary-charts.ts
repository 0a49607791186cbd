// Response schemas of an experiment's results (API 2.9). Undefined fields are omitted, never null.
import { z } from "zod/mini";
import { ComparisonFields } from "./comparison-fields.ts";

/** Choice: a metric to which CUPED was applied has the parameters of the adjustment and the result without it. */
export const Adjustment = z.looseObject({
  theta: z.number(),
  controlCovariateMean: z.number(),
  testCovariateMean: z.number(),
  /** Within each group: standard deviation of the covariate, and its covariance with the observed values. */
  controlCovariateStd: z.optional(z.number()),
  testCovariateStd: z.optional(z.number()),
  controlCovariance: z.optional(z.number()),
  testCovariance: z.optional(z.number()),
  /** Standard error of `percentChange` as a share (1 is 100 %); includes the correlation between baseline and adjustment. */
  relativeStandardError: z.optional(z.number()),
  unadjusted: ComparisonFields,
});
export type Adjustment = z.infer<typeof Adjustment>;

/** Choice: a funnel, mean or ratio has the two sums whose quotient is its mean, over the units that took part. */
export const RatioSums = z.looseObject({
  controlNumerator: z.number(),
  controlDenominator: z.number(),
  testNumerator: z.number(),
  testDenominator: z.number(),
});
export type RatioSums = z.infer<typeof RatioSums>;

/** Choice: a metric has its cap and the number of events with a non-numeric value, if any. */
const analysisFields = {
  adjustment: z.optional(Adjustment),
  /** Cap of the unit values; larger ones count as this value. */
  cap: z.optional(z.number()),
  /** Number of events that were left out because their value is not a number. */
  nonNumericEvents: z.optional(z.number()),
};

const metricFields = {
  metricID: z.string(),
  metricName: z.string(),
  directionality: z.string(),
  ...ComparisonFields.shape,
  ...analysisFields,
};

export const DimensionBreakdown = z.looseObject({
  ...metricFields,
  dimensionKey: z.string(),
  dimensionType: z.string(),
  dimensionValue: z.string(),
});
export type DimensionBreakdown = z.infer<typeof DimensionBreakdown>;

export const ChartMetric = z.looseObject({
  ...metricFields,
  ratioSums: z.optional(RatioSums),
  /** Choice: a metric that is tagged as a guardrail is marked as one unless it is a primary metric. */
  isGuardrail: z.optional(z.boolean()),
  dimensionBreakdown: z.optional(z.array(DimensionBreakdown)),
});
export type ChartMetric = z.infer<typeof ChartMetric>;

/** With `chartSource` "experiment" a comparison; with any other source only a `message`. */
export const Chart = z.looseObject({
  chartSource: z.string(),
  message: z.optional(z.string()),
  control: z.optional(z.string()),
  test: z.optional(z.string()),
  display: z.optional(z.string()),
  cuped: z.optional(z.boolean()),
  sequentialTesting: z.optional(z.boolean()),
  /** Choice: a chart has the two-sided significance level that applies after corrections. */
  significanceLevel: z.optional(z.number()),
  metrics: z.optional(z.array(ChartMetric)),
});
export type Chart = z.infer<typeof Chart>;

export const SummaryCharts = z.looseObject({
  experimentID: z.string(),
  /** Choice: a summary has a fingerprint of the data and settings that its numbers come from. */
  fingerprint: z.optional(z.string()),
  /** Choice: a summary has the time of its computation and the period that it covers. */
  computedTime: z.optional(z.number()),
  windowStart: z.optional(z.number()),
  windowEnd: z.optional(z.number()),
  /** Choice: a summary says if nothing was loaded yet from the warehouse in which the experiment is measured. */
  isUnloaded: z.optional(z.boolean()),
  /** ms; set if events of the window before this time were deleted, so that the metrics lack them. */
  eventsRemovedBefore: z.optional(z.number()),
  sections: z.array(z.looseObject({ sectionLabel: z.string(), charts: z.array(Chart) })),
});
export type SummaryCharts = z.infer<typeof SummaryCharts>;

/** Choice: the progress of a summary that is being computed can be read. */
export const SummaryProgress = z.looseObject({
  isRunning: z.boolean(),
  /** Completed share, 0 to 1. */
  share: z.number(),
  /** The current step, in words for the user. */
  stage: z.string(),
});
export type SummaryProgress = z.infer<typeof SummaryProgress>;
