// Recomputes results on the client for another level, or with the other interval deciding, from each comparison's fields.
import type { Experiment } from "#contract/experiment.ts";
import type { Chart, SummaryCharts } from "#contract/summary-charts.ts";
import { alphaOf } from "#statistics/significance.ts";
import { fieldsAt, ownLevel, significanceOf } from "#console/features/experiments/results/model/analysis.ts";
import type { ViewSettings } from "./view-settings.ts";

/** Returns the summary at another level, or with the other interval deciding. */
export function summaryAt(
  summary: SummaryCharts,
  experiment: Experiment,
  { level, decide }: Pick<ViewSettings, "level" | "decide">,
): SummaryCharts {
  const own = ownLevel(experiment);
  // Corrections divide the significance level, so scaling by a ratio preserves them.
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
