// The fixed interval, explained, and what the sequential one has in common with it.
import { degreesOfFreedomOf, relativeBoundsOf } from "#statistics/at-level.ts";
import { studentBelow } from "#statistics/significance.ts";
import {
  formatChange,
  formatInterval,
  unitOf,
} from "#console/features/experiments/results/model/format-result.ts";
import { spreadOf } from "./cuped-formulas.ts";
import {
  alphaText,
  arithmetic,
  type Explanation,
  type Formula,
  type Known,
  levelText,
  line,
} from "./formula.ts";

function groupsOf({ metric }: Known) {
  const { testStd = 0, testUnits = 0, controlStd = 0, controlUnits = 0 } = metric;
  return { testStd, testUnits, controlStd, controlUnits };
}

/** "SE": how far the change would scatter if the test were repeated. */
export function errorFormula(known: Known): Formula {
  const { testStd, testUnits, controlStd, controlUnits } = groupsOf(known);
  const adjusted = known.metric.adjustment ? "adjusted " : "";
  return line(
    "standard error",
    `√(${adjusted}test deviation² ÷ test units + ${adjusted}control deviation² ÷ control units)`,
    arithmetic`√(${testStd}² ÷ ${testUnits} + ${controlStd}² ÷ ${controlUnits})`,
    known.standardError,
  );
}

/** SE_rel from its parts, a share of the control mean: the control mean is not exact either. */
function relativeError(known: Known, value: number): Formula[] {
  const { testStd, testUnits, controlStd, controlUnits } = groupsOf(known);
  const { testMean, controlMean, metric } = known;
  const ratio = testMean / controlMean;
  const size = Math.abs(controlMean);
  const ratioLine = line(
    "ratio",
    "test mean ÷ control mean",
    arithmetic`${testMean} ÷ ${controlMean}`,
    ratio,
  );
  const name = "relative standard error";
  if (!metric.adjustment)
    return [
      ratioLine,
      line(
        name,
        "√(test deviation² ÷ test units + ratio² × control deviation² ÷ control units) ÷ size of the control mean",
        arithmetic`√(${testStd}² ÷ ${testUnits} + ${ratio}² × ${controlStd}² ÷ ${controlUnits}) ÷ ${size}`,
        value,
      ),
    ];
  const control = spreadOf(known)?.control;
  if (!control) return [];
  const { theta } = metric.adjustment;
  return [
    ratioLine,
    line(
      name,
      "√(adjusted test deviation² ÷ test units + (ratio² × control deviation² + θ² × control deviation before² − 2 × ratio × θ × control covariance) ÷ control units) ÷ size of the control mean",
      arithmetic`√(${testStd}² ÷ ${testUnits} + (${ratio}² × ${control.observed}² + ${theta}² × ${control.before}² − 2 × ${ratio} × ${theta} × ${control.covariance}) ÷ ${controlUnits}) ÷ ${size}`,
      value,
    ),
  ];
}

/** margins of one interval. */
export interface Margins {
  absolute: number;
  percent: number | undefined;
}

/** From the standard error to the interval; in the metric's own unit where there is no percent interval. */
export function boundsFormulas(known: Known, factor: number, factorName: string, margin: Margins): Formula[] {
  const { metric, scale, testMean, controlMean, standardError } = known;
  if (scale === "percent" && margin.percent !== undefined && metric.percentChange !== undefined) {
    const error = margin.percent / 100 / factor;
    return [
      ...relativeError(known, error),
      line(
        "margin in percent",
        `100 × ${factorName} × relative standard error`,
        arithmetic`100 × ${factor} × ${error}`,
        margin.percent,
      ),
      {
        name: "interval",
        words: "percent change − margin to percent change + margin",
        values: arithmetic`${metric.percentChange} ± ${margin.percent}`,
        result: formatInterval(metric.percentChange, margin.percent, "percent"),
      },
    ];
  }
  const difference = testMean - controlMean;
  return [
    line(
      "margin",
      `${factorName} × standard error`,
      arithmetic`${factor} × ${standardError}`,
      margin.absolute,
    ),
    {
      name: "interval",
      words: "change − margin to change + margin",
      values: arithmetic`${difference} ± ${margin.absolute}`,
      result: formatInterval(difference, margin.absolute, unitOf(metric, "absolute")),
    },
  ];
}

/** Whether the formulas of an interval go by the absolute standard error. */
export const isAbsolute = ({ scale }: Known, { percent }: Margins) =>
  scale === "absolute" || percent === undefined;

/** c: from the normal distribution, or Student's t for few units. */
export function criticalFormulas(known: Known): Formula[] {
  const { alpha, delta, standardError } = known;
  const value = delta / standardError;
  const freedom = degreesOfFreedomOf(known.metric);
  const share = `for α = ${alphaText(alpha)}: ${levelText(alpha)} lie within`;
  if (freedom === undefined || freedom >= studentBelow)
    return [line("critical value", `z(1 − α ÷ 2) ${share}`, arithmetic`z(1 − ${alpha} ÷ 2)`, value)];
  const { testStd, testUnits, controlStd, controlUnits } = groupsOf(known);
  const [test, control] = [
    arithmetic`${testStd}² ÷ ${testUnits}`,
    arithmetic`${controlStd}² ÷ ${controlUnits}`,
  ];
  return [
    line(
      "degrees of freedom",
      "standard error⁴ ÷ Σ (deviation² ÷ units)² ÷ (units − 1), after Welch",
      arithmetic`(${test} + ${control})² ÷ ((${test})² ÷ ${testUnits - 1} + (${control})² ÷ ${controlUnits - 1})`,
      freedom,
    ),
    line(
      "critical value",
      `t(1 − α ÷ 2) with these degrees of freedom, ${share}`,
      arithmetic`t(1 − ${alpha} ÷ 2, ${freedom})`,
      value,
    ),
  ];
}

export function interval(known: Known): Explanation {
  const { metric, scale, alpha, delta, standardError } = known;
  const bounds =
    scale === "percent" ? relativeBoundsOf(metric.adjustment?.unadjusted ?? metric, alpha) : undefined;
  const margin = { absolute: delta, percent: metric.percentConfidenceIntervalDelta };
  return {
    title: `Interval at ${levelText(alpha)}`,
    formulas: [
      ...criticalFormulas(known),
      ...(isAbsolute(known, margin) ? [errorFormula(known)] : []),
      ...boundsFormulas(known, delta / standardError, "critical value", margin),
    ],
    sentences: [
      `If this test were repeated many times, ${levelText(alpha)} of such intervals would hold the true change. Changes outside it are ruled out by the data at this level${metric.sequentialTestingConfidenceIntervalDelta === undefined ? "" : " if they are looked at once only, at the planned end; here the sequential interval decides"}.`,
      ...(bounds
        ? [
            `Without forcing it to be symmetric (Fieller${metric.adjustment ? ", before CUPED" : ""}) it goes from ${formatChange(100 * bounds[0], "percent")} to ${formatChange(100 * bounds[1], "percent")}.`,
          ]
        : []),
    ],
  };
}
