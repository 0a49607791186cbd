// The answered results read more or less strictly than they were set up: computed here from each comparison's own fields.
import type { Experiment } from "#contract/experiment.ts";
import type { Chart, SummaryCharts } from "#contract/summary-charts.ts";
import { type AnsweredComparison, comparisonAtLevel } from "#statistics/at-level.ts";
import type { CompareOptions } from "#statistics/compare.ts";
import { alphaOf } from "#statistics/significance.ts";
import type { Decision } from "./view-settings.ts";

export interface Strictness {
  /** Confidence level in percent; the experiment's own when absent. */
  level?: number | undefined;
  /** Which interval decides; as set up when absent. */
  decide?: Decision | undefined;
}

/** In percent. */
export const ownLevel = ({ defaultConfidenceInterval }: Experiment) =>
  Number(defaultConfidenceInterval ?? "95");

/** Two-sided level in force on a chart as it was answered, corrections included. */
export function significanceOf(
  experiment: Experiment,
  { control, significanceLevel }: Pick<Chart, "control" | "significanceLevel">,
): number {
  if (significanceLevel !== undefined) return significanceLevel;
  const tests = experiment.groups.filter(({ name, size }) => name !== control && size > 0).length;
  return alphaOf(ownLevel(experiment), experiment.bonferroniCorrection ? tests : 1);
}

/** What a stricter reading may take away from a comparison. */
const undecided = {
  confidenceIntervalDelta: undefined,
  percentConfidenceIntervalDelta: undefined,
  sequentialTestingConfidenceIntervalDelta: undefined,
  percentSequentialTestingConfidenceIntervalDelta: undefined,
  reversePower: undefined,
};

/** The fields of one comparison, read again. */
export function fieldsAt<Fields extends AnsweredComparison>(fields: Fields, options: CompareOptions) {
  if (fields.confidenceIntervalDelta === undefined) return fields;
  return { ...fields, ...undecided, ...comparisonAtLevel(fields, options) };
}

/** The same summary at another level, or with the other interval deciding. */
export function summaryAt(
  summary: SummaryCharts,
  experiment: Experiment,
  { level, decide }: Strictness,
): SummaryCharts {
  const own = ownLevel(experiment);
  // Corrections divide the level, so that a ratio of levels keeps them.
  const ratio = alphaOf(level ?? own) / alphaOf(own);
  const chartAt = (chart: Chart): Chart => {
    const isSequential = decide ? decide === "sequential" : (chart.sequentialTesting ?? false);
    if (!chart.metrics || (ratio === 1 && isSequential === (chart.sequentialTesting ?? false))) return chart;
    const alpha = significanceOf(experiment, chart) * ratio;
    const options = { alpha, sequential: isSequential };
    return {
      ...chart,
      significanceLevel: alpha,
      sequentialTesting: isSequential,
      metrics: chart.metrics.map((metric) => ({
        ...fieldsAt(metric, options),
        dimensionBreakdown: metric.dimensionBreakdown?.map((slice) => fieldsAt(slice, options)),
      })),
    };
  };
  return {
    ...summary,
    sections: summary.sections.map((section) => ({ ...section, charts: section.charts.map(chartAt) })),
  };
}
