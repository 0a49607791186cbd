// The origin of a number of the scorecard: its formula with this metric's own values put in, and its meaning.
import { standardErrorOf } from "#statistics/at-level.ts";
import { explainChange, explainDetectable, explainPValue, explainResult } from "./change-formulas.ts";
import { explainCuped } from "./cuped-formulas.ts";
import { type Circumstances, type ExplainedRow, type Explanation, knownOf } from "./formula.ts";
import { explainInterval, explainSequential } from "./interval-formulas.ts";
import { explainMean, explainUnits } from "./mean-formulas.ts";

/** The numbers of a row that are explained, in their order. */
export const questions = [
  { id: "change", name: "Change", answer: explainChange },
  { id: "result", name: "Result", answer: explainResult },
  { id: "interval", name: "Interval", answer: explainInterval },
  { id: "sequential", name: "Sequential interval", answer: explainSequential },
  { id: "p", name: "p-value", answer: explainPValue },
  { id: "units", name: "Units", answer: explainUnits },
  { id: "mean", name: "Means", answer: explainMean },
  { id: "detectable", name: "MDE", answer: explainDetectable },
  { id: "cuped", name: "CUPED", answer: explainCuped },
] as const;
export type Question = (typeof questions)[number]["id"];

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
  return questions.find(({ id }) => id === question)?.answer(known);
}
