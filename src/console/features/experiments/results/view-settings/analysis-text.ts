// How strictly a section is read, in one line: level, corrections, and what else entered the numbers.
import type { Experiment } from "#contract/experiment.ts";
import type { Chart, SummaryCharts } from "#contract/summary-charts.ts";
import { percentSign } from "#console/features/experiments/results/model/format-result.ts";
import { significanceOf } from "./summary-at-level.ts";

/** As many digits as the level has, such as 95 or 98.33. */
const percentText = (level: number) => `${Number(level.toPrecision(4))}${percentSign}`;

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
  const { groups, bonferroniCorrection, winsorization } = experiment;
  const tests = groups.filter(({ name, size }) => name !== chart.control && size > 0).length;
  const share = significanceOf(experiment, chart);
  const isShared = bonferroniCorrection && tests > 1;
  const level = percentText(100 * (1 - share * (isShared ? tests : 1)));
  return [
    isShared ? `${level}, ${tests} test groups, Bonferroni: ${percentText(100 * (1 - share))} each` : level,
    cupedText(summary),
    winsorization === null ? "" : `outliers capped at ${percentText(winsorization ?? 99.9)}`,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
