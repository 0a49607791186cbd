// Where a number of the scorecard comes from: its formula with this metric's own values put in, and what it says.
import { standardErrorOf } from "#statistics/at-level.ts";
import type { Scale } from "#console/results/format-result.ts";
import { cuped, detectable, pValue } from "./certainty-formulas.ts";
import type { ExplainedRow, Explanation, Known, Question } from "./formula.ts";
import { interval, sequential } from "./interval-formulas.ts";
import { change, mean, units } from "./value-formulas.ts";

const answers: Record<Question, (known: Known) => Explanation | undefined> = {
  change,
  interval,
  sequential,
  p: pValue,
  units,
  mean,
  detectable,
  cuped,
};

/** Undefined where the number is not there to be explained. `alpha` is the level in force. */
export function explain(
  row: ExplainedRow,
  question: Question,
  { scale, alpha }: { scale: Scale; alpha: number },
): Explanation | undefined {
  const { metric } = row;
  const { testMean, controlMean, confidenceIntervalDelta: delta } = metric;
  const standardError = standardErrorOf(metric);
  if (testMean === undefined || controlMean === undefined) return undefined;
  const hasInterval = standardError !== undefined && delta !== undefined;
  if (!hasInterval && !["change", "units", "mean"].includes(question)) return undefined;
  return answers[question]({
    row,
    metric,
    scale,
    alpha,
    testMean,
    controlMean,
    standardError: standardError ?? 0,
    delta: delta ?? 0,
  });
}
