// Results of an experiment as answered (API 2.9). A field that is not defined is left out, never null.
import { z } from "zod";

/** The numbers of one comparison; shapes and edge rules in statistics.md 5 and 11. */
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

const metricFields = {
  metricID: z.string(),
  metricName: z.string(),
  directionality: z.string(),
  ...ComparisonFields.shape,
};

export const DimensionBreakdown = z.looseObject({
  ...metricFields,
  dimensionKey: z.string(),
  dimensionType: z.string(),
  dimensionValue: z.string(),
});

export const ChartMetric = z.looseObject({
  ...metricFields,
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
  metrics: z.array(ChartMetric).optional(),
});
export type Chart = z.infer<typeof Chart>;

export const SummaryCharts = z.looseObject({
  experimentID: z.string(),
  sections: z.array(z.looseObject({ sectionLabel: z.string(), charts: z.array(Chart) })),
});
export type SummaryCharts = z.infer<typeof SummaryCharts>;
