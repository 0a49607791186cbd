// How sure a result is, explained: p-value, smallest detectable change, CUPED.
import { degreesOfFreedomOf } from "#statistics/at-level.ts";
import { studentBelow } from "#statistics/significance.ts";
import {
  detectableOf,
  formatNumber,
  formatP,
  formatSize,
  percentSign,
  unitOf,
} from "#console/results/format-result.ts";
import { exact, type Explanation, type Known, levelText } from "./formula.ts";

export function pValue({
  row,
  metric,
  standardError,
  testMean,
  controlMean,
}: Known): Explanation | undefined {
  const p = metric.pValue;
  if (p === undefined) return undefined;
  const freedom = degreesOfFreedomOf(metric);
  const statistic = (testMean - controlMean) / standardError;
  const isStudent = freedom !== undefined && freedom < studentBelow;
  const share = p < 0.001 ? `fewer than 1 in 1,000` : `about ${formatNumber(100 * p)}${percentSign}`;
  return {
    title: "p-value",
    formulas: [
      {
        name: isStudent ? "t" : "z",
        words: "change ÷ standard error",
        values: `${exact(testMean - controlMean)} ÷ ${exact(standardError)}`,
        result: exact(statistic),
      },
      {
        name: "p",
        words: isStudent
          ? "chance of a t at least this far from 0, either way"
          : "chance of a z at least this far from 0, either way",
        values: isStudent
          ? `2 × P(t > ${exact(Math.abs(statistic))} with ${exact(freedom)} degrees of freedom)`
          : `2 × P(z > ${exact(Math.abs(statistic))})`,
        result: p < 0.001 ? exact(p) : formatP(p),
      },
    ],
    sentences: [
      `If ${row.group} and ${row.control} were really alike, ${share} of such tests would show a change at least this large, up or down. It is not the chance that ${row.group} is better.`,
    ],
  };
}

export function detectable({
  metric,
  scale,
  alpha,
  delta,
  standardError,
  controlMean,
}: Known): Explanation | undefined {
  const { reversePower } = metric;
  if (reversePower === undefined) return undefined;
  const factor = (reversePower * Math.abs(controlMean)) / (100 * standardError);
  const size = formatSize(detectableOf(metric, scale) ?? reversePower, unitOf(metric, scale));
  const [times, over] = scale === "percent" ? ["100 × ", ` ÷ ${exact(Math.abs(controlMean))}`] : ["", ""];
  return {
    title: "Smallest detectable change",
    formulas: [
      {
        name: "detectable change",
        words: `${times}(0.842 for a chance of 80 % + value of the level) × standard error${over && " ÷ size of the control mean"}`,
        values: `${times}${exact(factor)} × ${exact(standardError)}${over}`,
        result: size,
      },
    ],
    sentences: [
      `With the data of now, a true change of ${size} would be found in 8 of 10 such tests at ${levelText(alpha)}; smaller ones would often stay inconclusive. It does not depend on the change that was seen${delta > 0 ? " and falls as units are added" : ""}.`,
    ],
  };
}

export function cuped({ row, metric, testMean, delta }: Known): Explanation | undefined {
  const { adjustment } = metric;
  const observed = adjustment?.unadjusted.testMean;
  if (!adjustment || observed === undefined) return undefined;
  const { theta, testCovariateMean, controlCovariateMean, unadjusted } = adjustment;
  const before = unadjusted.confidenceIntervalDelta;
  const gain = before ? 100 * (1 - delta / before) : undefined;
  return {
    title: "CUPED",
    formulas: [
      {
        name: `mean of ${row.group}, adjusted`,
        words: "observed mean − θ × (test mean before − control mean before)",
        values: `${exact(observed)} − ${exact(theta)} × (${exact(testCovariateMean)} − ${exact(controlCovariateMean)})`,
        result: exact(testMean),
      },
    ],
    sentences: [
      `What the units did in the week before their exposure explains part of what they did after it. That part is taken out, so that a difference which was there before does not count as an effect.`,
      ...(gain === undefined
        ? []
        : [`The interval is ${formatNumber(gain)}${percentSign} narrower than without it.`]),
    ],
  };
}
