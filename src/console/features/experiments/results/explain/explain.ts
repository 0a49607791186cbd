// Explains a scorecard number: its formula with the row's own values filled in, and its meaning.
import { standardErrorOf } from "#statistics/at-level.ts";
import { explainChange, explainDetectable, explainPValue, explainResult } from "./change-formulas.ts";
import { explainCuped } from "./cuped-formulas.ts";
import { type ExplanationContext, type ExplainedRow, type Explanation, rowTermsOf } from "./formula.ts";
import { explainInterval, explainSequential } from "./interval-formulas.ts";
import { explainMean, explainUnits } from "./mean-formulas.ts";

/** The numbers of a row that can be explained, in display order. */
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

/** Returns the explanation; undefined if the row does not have the number. */
export function explain(
  row: ExplainedRow,
  question: Question,
  circumstances: ExplanationContext,
): Explanation | undefined {
  const known = rowTermsOf(row, circumstances);
  const hasInterval =
    standardErrorOf(row.metric) !== undefined && row.metric.confidenceIntervalDelta !== undefined;
  if (!known || (!hasInterval && !["change", "units", "mean"].includes(question))) return undefined;
  return questions.find(({ id }) => id === question)?.answer(known);
}
