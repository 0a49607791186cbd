// Reasons why two numbers of a row seem to disagree although both are correct.
import { degreesOfFreedomOf, standardErrorOf } from "#statistics/at-level.ts";
import { criticalValue, studentMaxDegrees } from "#statistics/significance.ts";
import { formatMean, formatP } from "#console/features/experiments/results/model/format-result.ts";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { intervalText, readingOf } from "#console/features/experiments/results/model/reading.ts";
import { resultOf } from "#statistics/result-meaning.ts";
import { type Analysis, fieldsAt } from "#console/features/experiments/results/model/analysis.ts";
import { withoutCuped } from "#console/features/experiments/results/model/robustness.ts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import type { Question } from "./explain.ts";
import { alphaText, type ExplanationContext, type ExplainedRow } from "./formula.ts";

/** Rows of one kind share their reason, apart from the numbers. */
export type ApparentContradiction =
  | "percent interval includes 0"
  | "percent interval leaves out 0"
  | "no percent change"
  | "no percent interval"
  | "Bonferroni"
  | "sequential"
  | `${ResultMeaning} without CUPED`
  | "CUPED mean"
  | "few units";

interface Reason {
  kind: ApparentContradiction;
  /** The explanations that show this reason. */
  about: readonly Question[];
  text: string;
}

/** Returns all reasons that apply to a row at the level and on the scale it is read. */
export function disagreements(
  row: ExplainedRow,
  analysis: Analysis,
  { alpha, scale }: Pick<ExplanationContext, "alpha" | "scale">,
): Reason[] {
  const { metric, control } = row;
  const { pValue, controlMean, adjustment } = metric;
  const [absolute, percent] = [readingOf(metric, "absolute"), readingOf(metric, "percent")];
  const { value, delta, whiskerDelta: whisker } = absolute;
  if (value === undefined) return [];
  const reasons: Reason[] = [];
  const say = (kind: ApparentContradiction, about: readonly Question[], text: string) =>
    reasons.push({ kind, about, text });

  if (delta !== undefined && percent.depends)
    say(
      percent.isClear ? "percent interval leaves out 0" : "percent interval includes 0",
      ["change", "result", "interval", "sequential", "p"],
      `The percent interval (${intervalText(percent)}) ${percent.isClear ? "leaves out" : "includes"} 0 and the absolute one ${absolute.isClear ? "leaves it out" : "includes it"}: percent also carries the noise of the control mean it is divided by. So the result depends on the analysis, and is called neither better nor worse.`,
    );
  if (scale === "percent" && delta !== undefined && percent.delta === undefined) {
    const questions = ["change", "result", "interval"] as const;
    if (controlMean === 0)
      say(
        "no percent change",
        questions,
        "There is no percent change: the control mean is 0, and nothing can be divided by it. The absolute interval decides.",
      );
    else
      say(
        "no percent interval",
        questions,
        `There is no percent interval: the control mean (${formatMean(controlMean ?? 0, metric)}) cannot be told from 0, so the true percentage could be of any size. The absolute interval decides.`,
      );
  }
  if (pValue !== undefined) {
    const own = 1 - analysis.level / 100;
    if (analysis.isBonferroni && analysis.tests > 1 && pValue < own && pValue >= alpha)
      say(
        "Bonferroni",
        ["p", "result", "interval"],
        `p (${formatP(pValue)}) is below ${alphaText(own)}, but with ${analysis.tests} test groups Bonferroni asks for less than ${alphaText(alpha)}: p itself is not corrected, the interval is.`,
      );
    if (whisker !== undefined && delta !== undefined && Math.abs(value) > delta && !absolute.isClear)
      say(
        "sequential",
        ["p", "result", "interval", "sequential"],
        `p (${formatP(pValue)}) and the fixed interval are made for a single look at the planned end. Here the wider sequential interval decides, and it includes 0.`,
      );
  }
  if (adjustment) {
    const { unadjusted } = adjustment;
    const without = fieldsAt(withoutCuped(metric), { alpha, sequential: whisker !== undefined });
    const [now, before] = [resultOf(metric), resultOf(without)];
    if (now !== before && before !== undefined) {
      const { margin = Infinity } = absolute;
      const byWidth = before === "inconclusive" && Math.abs(unadjusted.absoluteChange ?? 0) > margin;
      say(
        `${before} without CUPED`,
        ["change", "result", "interval", "sequential", "p", "cuped"],
        `Without CUPED the result would be ${before}: ${byWidth ? "the adjustment takes out noise, and the interval is narrow enough now" : "the groups differed already before the experiment, and the adjustment takes that out"}.`,
      );
    }
    if (unadjusted.testMean !== undefined && unadjusted.testMean !== metric.testMean)
      say(
        "CUPED mean",
        ["mean", "change"],
        `The test mean was observed as ${formatMean(unadjusted.testMean, metric)}; CUPED takes out what was different before. The mean of ${control} stays as observed.`,
      );
  }
  const freedom = degreesOfFreedomOf(metric);
  const standardError = standardErrorOf(metric);
  if (
    freedom !== undefined &&
    freedom < studentMaxDegrees &&
    delta !== undefined &&
    standardError !== undefined
  )
    say(
      "few units",
      ["interval", "p"],
      `With so few units (${formatNumber(freedom)} degrees of freedom) Student's t stands in for the normal distribution: the fixed interval reaches ${formatNumber(delta / standardError)} standard errors to each side instead of ${formatNumber(criticalValue(alpha, Infinity))}.`,
    );
  return reasons;
}
