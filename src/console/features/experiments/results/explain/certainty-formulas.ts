// How sure a result is, explained: p-value and smallest detectable change.
import { degreesOfFreedomOf } from "#statistics/at-level.ts";
import { criticalValue, studentBelow, zOfPower80 } from "#statistics/significance.ts";
import {
  detectableOf,
  formatNumber,
  formatP,
  formatSize,
  percentSign,
  unitOf,
} from "#console/features/experiments/results/model/format-result.ts";
import {
  alphaText,
  arithmetic,
  type Explanation,
  type Formula,
  type Known,
  levelText,
  line,
} from "./formula.ts";
import { errorFormula } from "./interval-formulas.ts";

export function pValue(known: Known): Explanation | undefined {
  const { row, metric, alpha, standardError, testMean, controlMean } = known;
  const p = metric.pValue;
  if (p === undefined) return undefined;
  const freedom = degreesOfFreedomOf(metric);
  const change = testMean - controlMean;
  const statistic = change / standardError;
  const isStudent = freedom !== undefined && freedom < studentBelow;
  const letter = isStudent ? "t" : "z";
  const share = p < 0.001 ? `fewer than 1 in 1,000` : `about ${formatNumber(100 * p)}${percentSign}`;
  return {
    title: "p-value",
    formulas: [
      errorFormula(known),
      line(letter, "change ÷ standard error", arithmetic`${change} ÷ ${standardError}`, statistic),
      {
        name: "p",
        words: `chance of a ${letter} at least this far from 0, either way`,
        values: isStudent
          ? arithmetic`2 × P(t > ${Math.abs(statistic)} with ${freedom} degrees of freedom)`
          : arithmetic`2 × P(z > ${Math.abs(statistic)})`,
        value: p,
        result: p < 0.001 && p > 0 ? `${formatNumber(p)}, written < 0.001` : formatP(p),
      },
    ],
    sentences: [
      `If ${row.group} and ${row.control} were really alike, ${share} of such tests would show a change at least this large, up or down. It is not the chance that ${row.group} is better.`,
      `The fixed interval leaves out 0 exactly when p is below ${alphaText(alpha)}.`,
    ],
  };
}

/** A change found in 8 of 10 tests that are decided by an interval of `factor` standard errors to each side. */
function detectableWithFactor(
  known: Known,
  name: string,
  words: string,
  factor: number,
): { formula: Formula; size: string } {
  const { metric, scale, standardError, controlMean } = known;
  const isPercent = scale === "percent";
  const base = Math.abs(controlMean);
  const sum = arithmetic`(${zOfPower80} + ${factor}) × ${standardError}`;
  const change = (zOfPower80 + factor) * standardError;
  const value = isPercent ? (100 * change) / base : change;
  const size = formatSize(value, unitOf(metric, scale));
  const terms = `(0.842 for a chance of 80${percentSign} + ${words}) × standard error`;
  return {
    size,
    formula: {
      name,
      words: isPercent ? `100 × ${terms} ÷ size of the control mean` : terms,
      values: isPercent ? arithmetic`100 × ${sum} ÷ ${base}` : sum,
      value,
      result: size,
    },
  };
}

export function detectable(known: Known): Explanation | undefined {
  const { metric, scale, alpha, standardError } = known;
  if (detectableOf(metric, scale) === undefined) return undefined;
  const once = detectableWithFactor(
    known,
    "detectable change",
    "critical value",
    criticalValue(alpha, Infinity),
  );
  const whisker = metric.sequentialTestingConfidenceIntervalDelta;
  const early =
    whisker === undefined
      ? undefined
      : detectableWithFactor(
          known,
          "with the sequential interval",
          "sequential factor",
          whisker / standardError,
        );
  const often = `would be found in 8 of 10 tests of this size`;
  return {
    title: "Minimum detectable effect",
    formulas: [errorFormula(known), once.formula, ...(early ? [early.formula] : [])],
    sentences: [
      early
        ? `With a single look at the planned end, at ${levelText(alpha)}, a true change of ${once.size} ${often}. While the sequential interval decides, it takes one of ${early.size}. Smaller ones would often stay inconclusive.`
        : `A true change of ${once.size} ${often}, at ${levelText(alpha)}; smaller ones would often stay inconclusive.`,
      `More ${known.noun} make it smaller. It does not depend on the change that was seen: what the data rule out is told by the interval.`,
    ],
  };
}
