// Results of an experiment as answered (API 2.9). A field that is not defined is left out, never null.
import { z } from "zod";

/** The numbers of one comparison; shapes and edge rules in statistics 5 and 11. */
export const ComparisonFields = z.object({
  absoluteChange: z.number().optional(),
  confidenceIntervalDelta: z.number().optional(),
  percentChange: z.number().optional(),
  percentConfidenceIntervalDelta: z.number().optional(),
  sequentialTestingConfidenceIntervalDelta: z.number().optional(),
  percentSequentialTestingConfidenceIntervalDelta: z.number().optional(),
  testMean: z.number().optional(),
  controlMean: z.number().optional(),
  testStd: z.number().optional(),
  controlStd: z.number().optional(),
  testUnits: z.number().optional(),
  controlUnits: z.number().optional(),
  pValue: z.number().optional(),
  reversePower: z.number().optional(),
});

/** Choice: a metric to which CUPED was applied carries what it used and the result without it. */
export const Adjustment = z.looseObject({
  theta: z.number(),
  controlCovariateMean: z.number(),
  testCovariateMean: z.number(),
  /** Within each group: deviation of the covariate, and its covariance with the observed values. */
  controlCovariateStd: z.number().optional(),
  testCovariateStd: z.number().optional(),
  controlCovariance: z.number().optional(),
  testCovariance: z.number().optional(),
  /** Of `percentChange`, as a share (1 is 100 %); keeps the correlation between baseline and adjustment. */
  relativeStandardError: z.number().optional(),
  unadjusted: ComparisonFields,
});
export type Adjustment = z.infer<typeof Adjustment>;

/** Choice: a funnel, mean or ratio carries the two sums that its mean is made of, over the units that took part. */
export const RatioSums = z.looseObject({
  controlNumerator: z.number(),
  controlDenominator: z.number(),
  testNumerator: z.number(),
  testDenominator: z.number(),
});
export type RatioSums = z.infer<typeof RatioSums>;

/** Choice: a metric carries its cap and the number of events without a number, where there are any. */
const analysisFields = {
  adjustment: Adjustment.optional(),
  /** Largest unit value that counts as itself; larger ones count as this. */
  cap: z.number().optional(),
  /** Events of the metric whose value is no number; they were left out. */
  nonNumericEvents: z.number().optional(),
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
  ratioSums: RatioSums.optional(),
  dimensionBreakdown: z.array(DimensionBreakdown).optional(),
});
export type ChartMetric = z.infer<typeof ChartMetric>;

/** With `chartSource` "experiment" the comparison; with others only `message`. */
export const Chart = z.looseObject({
  chartSource: z.string(),
  message: z.string().optional(),
  control: z.string().optional(),
  test: z.string().optional(),
  display: z.string().optional(),
  cuped: z.boolean().optional(),
  sequentialTesting: z.boolean().optional(),
  /** Choice: a chart carries the two-sided significance level in force after corrections. */
  significanceLevel: z.number().optional(),
  metrics: z.array(ChartMetric).optional(),
});
export type Chart = z.infer<typeof Chart>;

export const SummaryCharts = z.looseObject({
  experimentID: z.string(),
  /** Choice: a summary carries a fingerprint of the data and settings that its numbers come from. */
  fingerprint: z.string().optional(),
  /** Choice: a summary carries when its numbers were computed and which time they cover. */
  computedTime: z.number().optional(),
  windowStart: z.number().optional(),
  windowEnd: z.number().optional(),
  sections: z.array(z.looseObject({ sectionLabel: z.string(), charts: z.array(Chart) })),
});
export type SummaryCharts = z.infer<typeof SummaryCharts>;
