// Explains the fixed and the sequential interval (statistics 5 and 7).
import { relativeBoundsOf } from "#statistics/at-level.ts";
import { criticalValue, mixingVariance } from "#statistics/significance.ts";
import { levelText } from "#console/features/experiments/results/model/analysis.ts";
import {
  formatChange,
  formatInterval,
  type Unit,
  unitOf,
} from "#console/features/experiments/results/model/format-result.ts";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { spreadOf } from "./cuped-formulas.ts";
import { alphaText, type Explanation, explanation, type Formula, type RowTerms, line } from "./formula.ts";

/** s² / n of each group, its contribution to the squared standard error. */
const variancesOf = ({ testDeviation, controlDeviation }: RowTerms) => ({
  test: `{${testDeviation}}² ÷ {test units}`,
  control: `{${controlDeviation}}² ÷ {control units}`,
});

/** Standard error: how much the change would vary if the test were repeated. */
export function errorFormula(known: RowTerms): Formula {
  const { test, control } = variancesOf(known);
  return line("standard error", `√(${test} + ${control})`, known.terms, known.standardError);
}

/** Relative standard error from its parts, as a share of the control mean, which is itself uncertain. */
function relativeError(known: RowTerms, error: number): Formula[] {
  const { metric } = known;
  const ratio = known.testMean / known.controlMean;
  const spread = spreadOf(metric);
  if (metric.adjustment && !spread) return [];
  const terms = {
    ...known.terms,
    ratio,
    ...(spread && {
      θ: spread.theta,
      "control deviation": spread.control.observed,
      "control deviation before": spread.control.before,
      "control covariance": spread.control.covariance,
    }),
  };
  const controlVariance = spread
    ? "({ratio}² × {control deviation}² + {θ}² × {control deviation before}² − 2 × {ratio} × {θ} × {control covariance})"
    : "{ratio}² × {control deviation}²";
  return [
    line("ratio", "{test mean} ÷ {control mean}", terms, ratio),
    line(
      "relative standard error",
      `√(${variancesOf(known).test} + ${controlVariance} ÷ {control units}) ÷ {size of the control mean}`,
      terms,
      error,
    ),
  ];
}

interface Margins {
  absolute: number;
  percent: number | undefined;
}

const intervalLine = (name: string, change: number, margin: number, unit: Unit) =>
  line("interval", `{${name}} ± {margin}`, { [name]: change, margin }, undefined, {
    result: formatInterval(change, margin, unit),
  });

/** Derives the interval from the standard error; in the metric's own unit if there is no percent interval. */
function boundsFormulas(known: RowTerms, factorName: string, factor: number, margins: Margins): Formula[] {
  const { metric, scale, change } = known;
  const terms = { ...known.terms, [factorName]: factor };
  if (scale === "percent" && margins.percent !== undefined && metric.percentChange !== undefined) {
    const error = margins.percent / 100 / factor;
    return [
      ...relativeError(known, error),
      line(
        "margin in percent",
        `100 × {${factorName}} × {relative standard error}`,
        { ...terms, "relative standard error": error },
        margins.percent,
      ),
      intervalLine("percent change", metric.percentChange, margins.percent, "percent"),
    ];
  }
  return [
    line("margin", `{${factorName}} × {standard error}`, terms, margins.absolute),
    intervalLine("change", change, margins.absolute, unitOf(metric, "absolute")),
  ];
}

/** The critical value: from the normal distribution or, for few units, Student's t. */
function criticalFormulas(known: RowTerms): Formula[] {
  const { alpha, testUnits, controlUnits, freedom, terms, criticalValue: value } = known;
  const share = `for α = ${alphaText(alpha)}: ${levelText(alpha)} lie within`;
  if (freedom === undefined)
    return [line("critical value", "z(1 − {α} ÷ 2)", terms, value, { words: `z(1 − α ÷ 2) ${share}` })];
  const { test, control } = variancesOf(known);
  return [
    line(
      "degrees of freedom",
      `(${test} + ${control})² ÷ ((${test})² ÷ {test units − 1} + (${control})² ÷ {control units − 1})`,
      { ...terms, "test units − 1": testUnits - 1, "control units − 1": controlUnits - 1 },
      freedom,
      { words: "standard error⁴ ÷ Σ (deviation² ÷ units)² ÷ (units − 1), after Welch" },
    ),
    line("critical value", "t(1 − {α} ÷ 2, {freedom})", { ...terms, freedom }, value, {
      words: `t(1 − α ÷ 2) with these degrees of freedom, ${share}`,
    }),
  ];
}

export function explainInterval(known: RowTerms): Explanation {
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
      ...boundsFormulas(known, "critical value", known.criticalValue, margins),
    ],
    [
      `If this test were repeated many times, ${levelText(alpha)} of such intervals would hold the true change. Changes outside it are ruled out by the data at this level${condition}.`,
      bounds &&
        `Without forcing it to be symmetric (Fieller${metric.adjustment ? ", before CUPED" : ""}) it goes from ${formatChange(100 * bounds[0], "percent")} to ${formatChange(100 * bounds[1], "percent")}.`,
    ],
  );
}

/** The factor that makes the sequential interval wider than the fixed one. */
function factorFormulas(known: RowTerms, factor: number): Formula[] {
  const { alpha, metric, standardError, testDeviation, controlDeviation, testUnits, controlUnits } = known;
  const { testStd = 0, controlStd = 0 } = metric;
  const V = standardError ** 2;
  const τ = mixingVariance(
    alpha,
    { n: controlUnits, variance: controlStd ** 2 },
    { n: testUnits, variance: testStd ** 2 },
  );
  const terms = { ...known.terms, V, τ, "z(1 − α ÷ 2)": criticalValue(alpha, Infinity) };
  const root = "√(({V} + {τ}) ÷ {τ} × (−2 × ln({α} ÷ 2) − ln({V} ÷ ({V} + {τ}))))";
  return [
    line("V", "{standard error}²", terms, V),
    line(
      "τ",
      `{z(1 − α ÷ 2)}² × ({${testDeviation}}² + {${controlDeviation}}²) ÷ ({test units} + {control units})`,
      terms,
      τ,
    ),
    line(
      "sequential factor",
      factor === known.criticalValue ? `max({critical value}, ${root})` : root,
      terms,
      factor,
    ),
  ];
}

export function explainSequential(known: RowTerms): Explanation | undefined {
  const { metric, alpha, standardError, delta } = known;
  const margin = metric.sequentialTestingConfidenceIntervalDelta;
  if (margin === undefined) return undefined;
  const factor = margin / standardError;
  const margins = { absolute: margin, percent: metric.percentSequentialTestingConfidenceIntervalDelta };
  return explanation(
    "Sequential interval",
    [
      errorFormula(known),
      ...factorFormulas(known, factor),
      ...boundsFormulas(known, "sequential factor", factor, margins),
    ],
    [
      `In ${levelText(alpha)} of such tests it holds the true change at every look, however often you look before the planned end. In return it is ${formatNumber(margin / delta)} times as wide as the fixed interval, which is valid for a single look at that end.`,
    ],
  );
}
