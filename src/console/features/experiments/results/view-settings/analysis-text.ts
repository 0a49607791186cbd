// The analysis of a section in one line: level, corrections, and the adjustments that entered the numbers.
import type { Experiment } from "#contract/experiment.ts";
import type { Chart, SummaryCharts } from "#contract/summary-charts.ts";
import {
  analysisOf,
  levelText,
  significanceOf,
} from "#console/features/experiments/results/model/analysis.ts";
import { percentSign } from "#console/foundation/ui/wording.ts";

/** The setting changes nothing where too few units have a past: says how many of the results it did change. */
function cupedText(summary: SummaryCharts): string {
  const charts = summary.sections.flatMap((section) => section.charts);
  if (!charts.some(({ cuped }) => cuped)) return "";
  const metrics = charts.flatMap((chart) => chart.metrics ?? []);
  const adjusted = metrics.filter(({ adjustment }) => adjustment).length;
  if (adjusted === metrics.length) return "CUPED";
  return adjusted === 0 ? "CUPED, without effect here" : `CUPED on ${adjusted} of ${metrics.length} results`;
}

/** "95 %, 2 test groups, Bonferroni: 97.5 % each · CUPED · outliers capped at 99.9 %"; `charts` are those of a section. */
export function analysisText(
  charts: readonly Chart[],
  summary: SummaryCharts,
  experiment: Experiment,
): string {
  const [chart] = charts;
  if (!chart) return "";
  const { winsorization } = experiment;
  const { tests, isBonferroni } = analysisOf(experiment, chart.control);
  const alpha = significanceOf(experiment, chart);
  return [
    isBonferroni
      ? `${levelText(alpha * tests)}, ${tests} test groups, Bonferroni: ${levelText(alpha)} each`
      : levelText(alpha),
    cupedText(summary),
    winsorization === null ? "" : `outliers capped at ${winsorization ?? 99.9}${percentSign}`,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
