// What an explanation consists of, and how the numbers in its formulas are written.
import type { ChartMetric } from "#contract/summary-charts.ts";
import type { ComparisonRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { percentSign, type Scale } from "#console/features/experiments/results/model/format-result.ts";

export const questions = [
  "change",
  "result",
  "interval",
  "sequential",
  "p",
  "units",
  "mean",
  "detectable",
  "cuped",
] as const;
export type Question = (typeof questions)[number];

/** Text with the unrounded numbers in it. */
export type Arithmetic = readonly (string | number)[];

/** One line of arithmetic: name = words = values = result. */
export interface Formula {
  name: string;
  words: string;
  values: Arithmetic;
  /** What `values` come to, unrounded; absent where that is no single number. */
  value?: number;
  result: string;
}

export interface Explanation {
  title: string;
  formulas: Formula[];
  sentences: string[];
}

/** arithmetic`${a} ÷ ${b}`; a part may be arithmetic itself. */
export const arithmetic = (
  texts: TemplateStringsArray,
  ...parts: readonly (string | number | Arithmetic)[]
): Arithmetic =>
  texts.flatMap((text, index) => {
    const part = parts[index];
    const items = part === undefined ? [] : typeof part === "object" ? part : [part];
    return [text, ...items].filter((item) => item !== "");
  });

const precise = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });
const tiny = new Intl.NumberFormat("en", { notation: "scientific", maximumSignificantDigits: 6 });
export const whole = new Intl.NumberFormat("en");

/** More digits than the table shows, so that the arithmetic can be followed; counts in full. */
export function exact(value: number): string {
  const size = Math.abs(value);
  if (size < 1e-4 && value !== 0) return tiny.format(value).replaceAll("-", "−");
  return (Number.isInteger(value) ? whole : precise).format(value).replaceAll("-", "−");
}

/** A negative number behind a sign stands in brackets. */
export const valuesText = (values: Arithmetic): string =>
  values
    .map((part, index) =>
      typeof part === "string" ? part : part < 0 && index > 0 ? `(${exact(part)})` : exact(part),
    )
    .join("");

/** A line whose result is written with the digits of its values. */
export const line = (name: string, words: string, values: Arithmetic, value: number): Formula => ({
  name,
  words,
  values,
  value,
  result: exact(value),
});

/** What an explanation has to know of a row. */
export type ExplainedRow = Pick<ComparisonRow, "metric" | "group" | "control">;

/** How the row is read, and what is known beside it. */
export interface Circumstances {
  scale: Scale;
  /** Two-sided level in force, after corrections. */
  alpha: number;
  /** What a unit is: "users". */
  noun: string;
  /** Units that were exposed, by group name, as far as they are known. */
  exposed?: Readonly<Record<string, number>>;
}

/** A row with everything its formulas need. */
export interface Known extends Circumstances {
  row: ExplainedRow;
  metric: ChartMetric;
  testMean: number;
  controlMean: number;
  standardError: number;
  /** Margin of the fixed interval in the metric's unit. */
  delta: number;
}

export const levelText = (alpha: number) => `${Number((100 * (1 - alpha)).toPrecision(4))}${percentSign}`;

/** A significance level: "0.025" */
export const alphaText = (alpha: number) => String(Number(alpha.toPrecision(3)));
