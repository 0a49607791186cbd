// The fixed and the sequential interval (statistics 5 and 7), explained.
import { relativeBoundsOf } from "#statistics/at-level.ts";
import { criticalValue, mixingVariance } from "#statistics/significance.ts";
import { levelText } from "#console/features/experiments/results/model/analysis.ts";
import {
  formatChange,
  formatInterval,
  formatNumber,
  type Unit,
  unitOf,
} from "#console/features/experiments/results/model/format-result.ts";
import { spreadOf } from "./cuped-formulas.ts";
import {
  alphaText,
  type Explanation,
  explanation,
  expression,
  type Formula,
  type Known,
  line,
  type Term,
  term,
} from "./formula.ts";

/** s² / n of each group: what it adds to the squared standard error. */
const variancesOf = ({ testDeviation, testUnits, controlDeviation, controlUnits }: Known) => ({
  test: expression`${testDeviation}² ÷ ${testUnits}`,
  control: expression`${controlDeviation}² ÷ ${controlUnits}`,
});

/** "SE": how far the change would scatter if the test were repeated. */
export function errorFormula(known: Known): Formula {
  const { test, control } = variancesOf(known);
  return line("standard error", expression`√(${test} + ${control})`, known.standardError.value);
}

/** SE_rel from its parts, a share of the control mean: the control mean is not exact either. */
function relativeError(known: Known, error: Term): Formula[] {
  const { testMean, controlMean, baseline, controlDeviation, controlUnits } = known;
  const { adjustment } = known.metric;
  const ratio = term("ratio", testMean.value / controlMean.value);
  const control = spreadOf(known)?.control;
  if (adjustment && !control) return [];
  const θ = term("θ", adjustment?.theta ?? 0);
  const controlVariance = control
    ? expression`(${ratio}² × ${term("control deviation", control.observed.value)}² + ${θ}² × ${term("control deviation before", control.before.value)}² − 2 × ${ratio} × ${θ} × ${term("control covariance", control.covariance.value)})`
    : expression`${ratio}² × ${controlDeviation}²`;
  return [
    line("ratio", expression`${testMean} ÷ ${controlMean}`, ratio.value),
    line(
      error.name,
      expression`√(${variancesOf(known).test} + ${controlVariance} ÷ ${controlUnits}) ÷ ${baseline}`,
      error.value,
    ),
  ];
}

interface Margins {
  absolute: number;
  percent: number | undefined;
}

const intervalLine = (change: Term, margin: Term, unit: Unit) =>
  line("interval", expression`${change} ± ${margin}`, undefined, {
    result: formatInterval(change.value, margin.value, unit),
  });

/** From the standard error to the interval; in the metric's own unit where there is no percent interval. */
function boundsFormulas(known: Known, factor: Term, margins: Margins): Formula[] {
  const { metric, scale, change, standardError } = known;
  if (scale === "percent" && margins.percent !== undefined && metric.percentChange !== undefined) {
    const error = term("relative standard error", margins.percent / 100 / factor.value);
    const margin = term("margin", margins.percent);
    return [
      ...relativeError(known, error),
      line("margin in percent", expression`100 × ${factor} × ${error}`, margin.value),
      intervalLine(term("percent change", metric.percentChange), margin, "percent"),
    ];
  }
  const margin = term("margin", margins.absolute);
  return [
    line("margin", expression`${factor} × ${standardError}`, margin.value),
    intervalLine(change, margin, unitOf(metric, "absolute")),
  ];
}

/** c: from the normal distribution, or Student's t for few units. */
function criticalFormulas(known: Known): Formula[] {
  const { alpha, testUnits, controlUnits, freedom } = known;
  const { name, value } = known.criticalValue;
  const share = `for α = ${alphaText(alpha)}: ${levelText(alpha)} lie within`;
  const α = term("α", alpha);
  if (freedom === undefined)
    return [line(name, expression`z(1 − ${α} ÷ 2)`, value, { words: `z(1 − α ÷ 2) ${share}` })];
  const { test, control } = variancesOf(known);
  return [
    line(
      "degrees of freedom",
      expression`(${test} + ${control})² ÷ ((${test})² ÷ ${testUnits.value - 1} + (${control})² ÷ ${controlUnits.value - 1})`,
      freedom,
      { words: "standard error⁴ ÷ Σ (deviation² ÷ units)² ÷ (units − 1), after Welch" },
    ),
    line(name, expression`t(1 − ${α} ÷ 2, ${freedom})`, value, {
      words: `t(1 − α ÷ 2) with these degrees of freedom, ${share}`,
    }),
  ];
}

export function explainInterval(known: Known): Explanation {
  const { metric, scale, alpha, delta } = known;
  const bounds =
    scale === "percent" ? relativeBoundsOf(metric.adjustment?.unadjusted ?? metric, alpha) : undefined;
  const margins = { absolute: delta, percent: metric.percentConfidenceIntervalDelta };
  const isAbsolute = scale === "absolute" || margins.percent === undefined;
  const condition =
    metric.sequentialTestingConfidenceIntervalDelta === undefined
      ? ""
      : " if they are looked at once only, at the planned end; here the sequential interval decides";
  return explanation(
    `Interval at ${levelText(alpha)}`,
    [
      ...criticalFormulas(known),
      isAbsolute ? errorFormula(known) : undefined,
      ...boundsFormulas(known, known.criticalValue, margins),
    ],
    [
      `If this test were repeated many times, ${levelText(alpha)} of such intervals would hold the true change. Changes outside it are ruled out by the data at this level${condition}.`,
      bounds &&
        `Without forcing it to be symmetric (Fieller${metric.adjustment ? ", before CUPED" : ""}) it goes from ${formatChange(100 * bounds[0], "percent")} to ${formatChange(100 * bounds[1], "percent")}.`,
    ],
  );
}

/** The factor that makes the sequential interval wider than the fixed one. */
function factorFormulas(known: Known, factor: Term): Formula[] {
  const { alpha, standardError, testDeviation, controlDeviation, testUnits, controlUnits } = known;
  const z = term("z(1 − α ÷ 2)", criticalValue(alpha, Infinity));
  const τ = term(
    "τ",
    mixingVariance(
      alpha,
      { n: controlUnits.value, variance: controlDeviation.value ** 2 },
      { n: testUnits.value, variance: testDeviation.value ** 2 },
    ),
  );
  const V = term("V", standardError.value ** 2);
  const α = term("α", alpha);
  const root = expression`√((${V} + ${τ}) ÷ ${τ} × (−2 × ln(${α} ÷ 2) − ln(${V} ÷ (${V} + ${τ}))))`;
  return [
    line("V", expression`${standardError}²`, V.value),
    line(
      "τ",
      expression`${z}² × (${testDeviation}² + ${controlDeviation}²) ÷ (${testUnits} + ${controlUnits})`,
      τ.value,
    ),
    line(
      factor.name,
      factor.value === known.criticalValue.value ? expression`max(${known.criticalValue}, ${root})` : root,
      factor.value,
    ),
  ];
}

export function explainSequential(known: Known): Explanation | undefined {
  const { metric, alpha, standardError, delta } = known;
  const margin = metric.sequentialTestingConfidenceIntervalDelta;
  if (margin === undefined) return undefined;
  const factor = term("sequential factor", margin / standardError.value);
  const margins = {
    absolute: margin,
    percent: metric.percentSequentialTestingConfidenceIntervalDelta,
  };
  return explanation(
    "Sequential interval",
    [errorFormula(known), ...factorFormulas(known, factor), ...boundsFormulas(known, factor, margins)],
    [
      `In ${levelText(alpha)} of such tests it holds the true change at every look, however often you look before the planned end. In return it is ${formatNumber(margin / delta)} times as wide as the fixed interval, which is valid for a single look at that end.`,
    ],
  );
}
