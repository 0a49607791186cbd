// The analysis in force: confidence level, correction for several test groups, and the wording of both.
import type { Experiment } from "#contract/experiment.ts";
import type { Chart, SummaryCharts } from "#contract/summary-charts.ts";
import { type AnsweredComparison, comparisonAtLevel } from "#statistics/at-level.ts";
import type { CompareOptions } from "#statistics/compare.ts";
import { alphaOf } from "#statistics/significance.ts";
import { percentSign } from "#console/foundation/ui/wording.ts";

/** The experiment's own confidence level, in percent. */
export const ownLevel = ({ defaultConfidenceInterval }: Experiment) =>
  Number(defaultConfidenceInterval ?? "95");

/** `level` is the level that the page is read at, in percent before corrections; by default the experiment's own. */
export function analysisOf(
  experiment: Experiment,
  control: string | undefined,
  level = ownLevel(experiment),
) {
  const tests = experiment.groups.filter(({ name, size }) => size > 0 && name !== control).length;
  return {
    level,
    /** Test groups with a size above 0. */
    tests,
    /** True if the significance level is divided among the test groups. */
    isBonferroni: experiment.bonferroniCorrection === true && tests > 1,
  };
}

export type Analysis = ReturnType<typeof analysisOf>;

/** Two-sided significance level at a confidence level in percent, correction included. */
export const alphaAt = ({ tests, isBonferroni }: Analysis, level: number) =>
  alphaOf(level, isBonferroni ? tests : 1);

/** Two-sided significance level in force on a chart, corrections included. */
export function significanceOf(
  experiment: Experiment,
  { control, significanceLevel }: Pick<Chart, "control" | "significanceLevel">,
): number {
  const analysis = analysisOf(experiment, control);
  return significanceLevel ?? alphaAt(analysis, analysis.level);
}

/** Words the confidence level of a significance level with up to four digits: "95 %", "98.33 %". */
export const levelText = (alpha: number) => `${Number((100 * (1 - alpha)).toPrecision(4))}${percentSign}`;

/** Says for how many results CUPED took effect: it has none if too few units have a past. */
function cupedText(summary: SummaryCharts): string {
  const charts = summary.sections.flatMap((section) => section.charts);
  if (!charts.some(({ cuped }) => cuped)) return "";
  const metrics = charts.flatMap((chart) => chart.metrics ?? []);
  const adjusted = metrics.filter(({ adjustment }) => adjustment).length;
  if (adjusted === metrics.length) return "CUPED";
  return adjusted === 0 ? "CUPED, without effect here" : `CUPED on ${adjusted} of ${metrics.length} results`;
}

/** "95 % confidence, 2 test groups, Bonferroni: 97.5 % each · CUPED · outliers capped at 99.9 %"; `charts` are those of a section. */
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
      ? `${levelText(alpha * tests)} confidence, ${tests} test groups, Bonferroni: ${levelText(alpha)} each`
      : `${levelText(alpha)} confidence`,
    cupedText(summary),
    winsorization === null ? "" : `outliers capped at ${winsorization ?? 99.9}${percentSign}`,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** Fields that a comparison may lose at a stricter level. */
const undecided = {
  confidenceIntervalDelta: undefined,
  percentConfidenceIntervalDelta: undefined,
  sequentialTestingConfidenceIntervalDelta: undefined,
  percentSequentialTestingConfidenceIntervalDelta: undefined,
  reversePower: undefined,
};

/** Recomputes the fields of a comparison at another level. */
export function fieldsAt<Fields extends AnsweredComparison>(fields: Fields, options: CompareOptions) {
  if (fields.confidenceIntervalDelta === undefined) return fields;
  return { ...fields, ...undecided, ...comparisonAtLevel(fields, options) };
}
