// What an explanation consists of, and how the numbers in its formulas are written.
import type { ChartMetric } from "#contract/summary-charts.ts";
import type { ComparisonRow } from "#console/results/comparison-rows.ts";
import { percentSign, type Scale } from "#console/results/format-result.ts";

export const questions = [
  "change",
  "interval",
  "sequential",
  "p",
  "units",
  "mean",
  "detectable",
  "cuped",
] as const;
export type Question = (typeof questions)[number];

/** One line of arithmetic: name = words = values = result. */
export interface Formula {
  name: string;
  words: string;
  values: string;
  result: string;
}

export interface Explanation {
  title: string;
  formulas: Formula[];
  sentences: string[];
}

const precise = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });
const tiny = new Intl.NumberFormat("en", { notation: "scientific", maximumSignificantDigits: 6 });
export const whole = new Intl.NumberFormat("en");
/** More digits than the table shows, so that the arithmetic can be followed. */
export const exact = (value: number) =>
  (Math.abs(value) < 1e-4 && value !== 0 ? tiny : precise).format(value).replaceAll("-", "−");

/** What an explanation has to know of a row. */
export type ExplainedRow = Pick<ComparisonRow, "metric" | "group" | "control">;

/** A row with everything its formulas need. */
export interface Known {
  row: ExplainedRow;
  metric: ChartMetric;
  scale: Scale;
  alpha: number;
  testMean: number;
  controlMean: number;
  standardError: number;
  /** Half-width of the fixed interval in the metric's unit. */
  delta: number;
}

export const levelText = (alpha: number) => `${Number((100 * (1 - alpha)).toPrecision(4))}${percentSign}`;
