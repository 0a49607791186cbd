// Where a number of the scorecard comes from: its formula with this metric's own values put in, and what it says.
import { standardErrorOf } from "#statistics/at-level.ts";
import { explainDetectable, explainPValue } from "./certainty-formulas.ts";
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
import { explainMean } from "./mean-formulas.ts";
import { explainChange, explainResult, explainUnits } from "./value-formulas.ts";

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
