// Why two numbers of one row seem to disagree, where the way they are computed explains it. One place for these reasons.
import { degreesOfFreedomOf } from "#statistics/at-level.ts";
import { studentBelow } from "#statistics/significance.ts";
import {
  formatInterval,
  formatMean,
  formatNumber,
  formatP,
  resultOf,
  typeOf,
} from "#console/results/format-result.ts";
import { type Analysis, metricAt } from "#console/results/robustness.ts";
import type { ExplainedRow, Question } from "./formula.ts";

export type Disagreement =
  | "percent interval"
  | "no percent interval"
  | "Bonferroni"
  | "sequential"
  | "CUPED result"
  | "CUPED mean"
  | "few units";

export interface Reason {
  kind: Disagreement;
  /** The explanations that it belongs to. */
  about: readonly Question[];
  text: string;
}

const levelOf = (alpha: number) => formatNumber(alpha).replace(/0+$/, "");

/** All reasons that hold for a row; `alpha` is the level in force, after corrections. */
export function disagreements(row: ExplainedRow, analysis: Analysis, alpha: number): Reason[] {
  const { metric, control } = row;
  const {
    absoluteChange,
    confidenceIntervalDelta: delta,
    sequentialTestingConfidenceIntervalDelta: whisker,
    percentChange,
    percentConfidenceIntervalDelta: percentDelta,
    percentSequentialTestingConfidenceIntervalDelta: percentWhisker,
    pValue,
    controlMean,
    adjustment,
  } = metric;
  if (absoluteChange === undefined) return [];
  const reasons: Reason[] = [];
  const say = (kind: Disagreement, about: readonly Question[], text: string) =>
    reasons.push({ kind, about, text });
  const isClear = delta !== undefined && Math.abs(absoluteChange) > delta;

  if (delta !== undefined && percentChange !== undefined && percentDelta !== undefined) {
    const percentReach = percentWhisker ?? percentDelta;
    const isPercentDecided = Math.abs(percentChange) > percentReach;
    const isDecided = Math.abs(absoluteChange) > (whisker ?? delta);
    if (isDecided !== isPercentDecided)
      say(
        "percent interval",
        ["change", "interval", "p"],
        `The percent interval (${formatInterval(percentChange, percentReach, "percent")}) ${isPercentDecided ? "leaves out" : "includes"} 0 and the absolute one ${isDecided ? "leaves it out" : "includes it"}: percent also carries the noise of the control mean it is divided by. The absolute interval ${whisker === undefined ? "and p decide" : "decides"}.`,
      );
  }
  if (delta !== undefined && percentDelta === undefined)
    say(
      "no percent interval",
      ["change", "interval"],
      controlMean === 0
        ? "There is no percent change: the control mean is 0, and nothing can be divided by it. The absolute interval decides."
        : `There is no percent interval: the control mean (${formatMean(controlMean ?? 0, typeOf(metric))}) cannot be told from 0, so the true percentage could be of any size. The absolute interval decides.`,
    );
  if (pValue !== undefined) {
    const own = 1 - analysis.level / 100;
    if (analysis.isBonferroni && analysis.tests > 1 && pValue < own && pValue >= alpha)
      say(
        "Bonferroni",
        ["p", "interval"],
        `p (${formatP(pValue)}) is below ${levelOf(own)}, but with ${analysis.tests} test groups Bonferroni asks for less than ${levelOf(alpha)}: p itself is not corrected, the interval is.`,
      );
    if (whisker !== undefined && isClear && Math.abs(absoluteChange) <= whisker)
      say(
        "sequential",
        ["p", "interval", "sequential"],
        `p (${formatP(pValue)}) and the fixed interval are made for a single look at the planned end. Until then the wider sequential interval decides, and it includes 0.`,
      );
  }
  if (adjustment) {
    const { unadjusted } = adjustment;
    const without = metricAt(metric, { alpha, sequential: whisker !== undefined }, unadjusted);
    const [now, before] = [resultOf(metric), resultOf(without)];
    if (now !== before && before !== undefined)
      say(
        "CUPED result",
        ["change", "interval", "sequential", "p", "cuped"],
        `Without CUPED the result would be ${before}: the groups differed already before the experiment, or the adjustment made the interval narrow enough.`,
      );
    if (unadjusted.testMean !== undefined && unadjusted.testMean !== metric.testMean)
      say(
        "CUPED mean",
        ["mean", "change"],
        `The test mean was observed as ${formatMean(unadjusted.testMean, typeOf(metric))}; CUPED takes out what was different before. The mean of ${control} stays as observed.`,
      );
  }
  const freedom = degreesOfFreedomOf(metric);
  if (freedom !== undefined && freedom < studentBelow)
    say(
      "few units",
      ["interval", "p"],
      `With so few units (${formatNumber(freedom)} degrees of freedom) Student's t stands in for the normal distribution, so the interval is wider than the usual 1.96 standard errors.`,
    );
  return reasons;
}
