// The origin of a number of the scorecard: its formula with this metric's own values put in, and its meaning.
import { standardErrorOf } from "#statistics/at-level.ts";
import { explainChange, explainDetectable, explainPValue, explainResult } from "./change-formulas.ts";
import { explainCuped } from "./cuped-formulas.ts";
import {
  type Circumstances,
  type ExplainedRow,
  type Explanation,
  type Known,
  knownOf,
  type Question,
} from "./formula.ts";
import { explainInterval, explainSequential } from "./interval-formulas.ts";
import { explainMean, explainUnits } from "./mean-formulas.ts";

const answers: Record<Question, (known: Known) => Explanation | undefined> = {
  change: explainChange,
  result: explainResult,
  interval: explainInterval,
  sequential: explainSequential,
  p: explainPValue,
  units: explainUnits,
  mean: explainMean,
  detectable: explainDetectable,
  cuped: explainCuped,
};

/** Undefined where the number is not there to be explained. */
export function explain(
  row: ExplainedRow,
  question: Question,
  circumstances: Circumstances,
): Explanation | undefined {
  const known = knownOf(row, circumstances);
  const hasInterval =
    standardErrorOf(row.metric) !== undefined && row.metric.confidenceIntervalDelta !== undefined;
  if (!known || (!hasInterval && !["change", "units", "mean"].includes(question))) return undefined;
  return answers[question](known);
}
