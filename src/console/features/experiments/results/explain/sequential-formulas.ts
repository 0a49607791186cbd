// The sequential interval and the factor that makes it wider than the fixed one (statistics 7), explained.
import { criticalValue, mixingVariance } from "#statistics/significance.ts";
import { formatNumber } from "#console/features/experiments/results/model/format-result.ts";
import { arithmetic, type Explanation, type Formula, type Known, levelText, line } from "./formula.ts";
import { boundsFormulas, errorFormula } from "./interval-formulas.ts";

function factorFormulas({ metric, alpha, standardError, delta }: Known, factor: number): Formula[] {
  const { testStd = 0, testUnits = 0, controlStd = 0, controlUnits = 0 } = metric;
  const z = criticalValue(alpha, Infinity);
  const critical = delta / standardError;
  const tau = mixingVariance(
    alpha,
    { n: controlUnits, variance: controlStd ** 2 },
    { n: testUnits, variance: testStd ** 2 },
  );
  const variance = standardError ** 2;
  const adjusted = metric.adjustment ? "adjusted " : "";
  const root = arithmetic`√((${variance} + ${tau}) ÷ ${tau} × (−2 × ln(${alpha} ÷ 2) − ln(${variance} ÷ (${variance} + ${tau}))))`;
  return [
    line("V", "standard error²", arithmetic`${standardError}²`, variance),
    line(
      "τ",
      `z(1 − α ÷ 2)² × (${adjusted}test deviation² + ${adjusted}control deviation²) ÷ (test units + control units)`,
      arithmetic`${z}² × (${testStd}² + ${controlStd}²) ÷ (${testUnits} + ${controlUnits})`,
      tau,
    ),
    line(
      "sequential factor",
      "√((V + τ) ÷ τ × (−2 × ln(α ÷ 2) − ln(V ÷ (V + τ)))), at least the critical value",
      factor === critical ? arithmetic`max(${critical}, ${root})` : root,
      factor,
    ),
  ];
}

export function sequential(known: Known): Explanation | undefined {
  const { metric, alpha, standardError, delta } = known;
  const margin = metric.sequentialTestingConfidenceIntervalDelta;
  if (margin === undefined) return undefined;
  const factor = margin / standardError;
  return {
    title: "Sequential interval",
    formulas: [
      errorFormula(known),
      ...factorFormulas(known, factor),
      ...boundsFormulas(known, factor, "sequential factor", {
        absolute: margin,
        percent: metric.percentSequentialTestingConfidenceIntervalDelta,
      }),
    ],
    sentences: [
      `In ${levelText(alpha)} of such tests it holds the true change at every look, however often you look before the planned end. In return it is ${formatNumber(margin / delta)} times as wide as the fixed interval, which is valid for a single look at that end.`,
    ],
  };
}
