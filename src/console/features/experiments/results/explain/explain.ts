// Where a number of the scorecard comes from: its formula with this metric's own values put in, and what it says.
import { standardErrorOf } from "#statistics/at-level.ts";
import { detectable, pValue } from "./certainty-formulas.ts";
import { cuped } from "./cuped-formulas.ts";
import type { Circumstances, ExplainedRow, Explanation, Known, Question } from "./formula.ts";
import { interval } from "./interval-formulas.ts";
import { mean } from "./mean-formulas.ts";
import { result } from "./result-formulas.ts";
import { sequential } from "./sequential-formulas.ts";
import { change, units } from "./value-formulas.ts";

const answers: Record<Question, (known: Known) => Explanation | undefined> = {
  change,
  result,
  interval,
  sequential,
  p: pValue,
  units,
  mean,
  detectable,
  cuped,
};

/** Undefined where the number is not there to be explained. */
export function explain(
  row: ExplainedRow,
  question: Question,
  circumstances: Circumstances,
): Explanation | undefined {
  const { metric } = row;
  const { testMean, controlMean, confidenceIntervalDelta: delta } = metric;
  const standardError = standardErrorOf(metric);
  if (testMean === undefined || controlMean === undefined) return undefined;
  const hasInterval = standardError !== undefined && delta !== undefined;
  if (!hasInterval && !["change", "units", "mean"].includes(question)) return undefined;
  return answers[question]({
    ...circumstances,
    row,
    metric,
    testMean,
    controlMean,
    standardError: standardError ?? 0,
    delta: delta ?? 0,
  });
}
