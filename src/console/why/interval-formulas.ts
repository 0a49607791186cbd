// The fixed and the sequential interval, explained.
import { relativeBoundsOf } from "#statistics/at-level.ts";
import { formatChange, formatInterval, formatNumber } from "#console/results/format-result.ts";
import { exact, type Explanation, type Formula, type Known, levelText, whole } from "./formula.ts";

const spread = ({ metric: { testStd = 0, controlStd = 0, testUnits = 0, controlUnits = 0 } }: Known) =>
  `√(${exact(testStd)}² ÷ ${whole.format(testUnits)} + ${exact(controlStd)}² ÷ ${whole.format(controlUnits)})`;

/** "SE": how far the change would scatter if the test were repeated. */
const errorFormula = (known: Known): Formula => ({
  name: "standard error",
  words: "√(test deviation² ÷ test units + control deviation² ÷ control units)",
  values: spread(known),
  result: exact(known.standardError),
});

function relative(
  { metric, testMean, controlMean }: Known,
  half: number,
  factor: number,
  factorName: string,
): Formula {
  const error = half / 100 / factor;
  const ratio = testMean / controlMean;
  const { testStd = 0, testUnits = 1, controlStd = 0, controlUnits = 1 } = metric;
  const isAdjusted = metric.adjustment !== undefined;
  return {
    name: "half-width in percent",
    words: isAdjusted
      ? `100 × ${factorName} × relative standard error`
      : `100 × ${factorName} × √(test deviation² ÷ test units + ratio² × control deviation² ÷ control units) ÷ size of the control mean`,
    values: isAdjusted
      ? `100 × ${exact(factor)} × ${exact(error)}`
      : `100 × ${exact(factor)} × √(${exact(testStd)}² ÷ ${whole.format(testUnits)} + ${exact(ratio)}² × ${exact(controlStd)}² ÷ ${whole.format(controlUnits)}) ÷ ${exact(Math.abs(controlMean))}`,
    result: exact(half),
  };
}

function intervalFormulas(
  known: Known,
  factor: number,
  factorName: string,
  half: { absolute: number; percent: number | undefined },
): Formula[] {
  const { metric, scale, testMean, controlMean, standardError } = known;
  const formulas = [errorFormula(known)];
  if (scale === "percent" && half.percent !== undefined && metric.percentChange !== undefined)
    return [
      ...formulas,
      relative(known, half.percent, factor, factorName),
      {
        name: "interval",
        words: "percent change − half-width to percent change + half-width",
        values: `${exact(metric.percentChange)} ± ${exact(half.percent)}`,
        result: formatInterval(metric.percentChange, half.percent, "percent"),
      },
    ];
  const difference = testMean - controlMean;
  return [
    ...formulas,
    {
      name: "half-width",
      words: `${factorName} × standard error`,
      values: `${exact(factor)} × ${exact(standardError)}`,
      result: exact(half.absolute),
    },
    {
      name: "interval",
      words: "change − half-width to change + half-width",
      values: `${exact(difference)} ± ${exact(half.absolute)}`,
      result: formatInterval(difference, half.absolute, "absolute"),
    },
  ];
}

export function interval(known: Known): Explanation {
  const { metric, scale, alpha, delta, standardError } = known;
  const bounds =
    scale === "percent" ? relativeBoundsOf(metric.adjustment?.unadjusted ?? metric, alpha) : undefined;
  return {
    title: `Interval at ${levelText(alpha)}`,
    formulas: intervalFormulas(known, delta / standardError, "critical value", {
      absolute: delta,
      percent: metric.percentConfidenceIntervalDelta,
    }),
    sentences: [
      `If this test were repeated many times, ${levelText(alpha)} of such intervals would hold the true change. Changes outside it are ruled out by the data at this level.`,
      ...(bounds
        ? [
            `Without rounding to a symmetric shape (Fieller${metric.adjustment ? ", before CUPED" : ""}) it goes from ${formatChange(100 * bounds[0], "percent")} to ${formatChange(100 * bounds[1], "percent")}.`,
          ]
        : []),
    ],
  };
}

export function sequential(known: Known): Explanation | undefined {
  const { metric, standardError, delta } = known;
  const half = metric.sequentialTestingConfidenceIntervalDelta;
  if (half === undefined) return undefined;
  return {
    title: "Sequential interval",
    formulas: intervalFormulas(known, half / standardError, "sequential factor", {
      absolute: half,
      percent: metric.percentSequentialTestingConfidenceIntervalDelta,
    }),
    sentences: [
      `It is ${formatNumber(half / delta)} times as wide as the fixed interval, and in return stays valid however often you look before the planned end. The fixed one is valid for a single look at that end.`,
    ],
  };
}
