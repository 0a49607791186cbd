// Building blocks of explanations: formulas, the named numbers of a row, and number formatting in formulas.
import { degreesOfFreedomOf, standardErrorOf } from "#statistics/at-level.ts";
import { studentMaxDegrees } from "#statistics/significance.ts";
import type { ComparisonRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import type { Scale } from "#console/features/experiments/results/model/format-result.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";

/** Text mixed with unrounded numbers. */
export type Arithmetic = readonly (string | number)[];

/** One line of arithmetic: name = words = values = result. */
export interface Formula {
  name: string;
  words: string;
  values: Arithmetic;
  /** The unrounded result of `values`; undefined for an interval, which is not a single number. */
  value: number | undefined;
  result: string;
}

/** Builds an explanation; formulas and sentences that do not apply are passed as undefined and left out. */
export const explanation = (
  title: string,
  formulas: readonly (Formula | undefined)[],
  sentences: readonly (string | undefined)[],
) => ({
  title,
  formulas: formulas.filter((formula) => formula !== undefined),
  sentences: sentences.filter((sentence) => sentence !== undefined),
});
export type Explanation = ReturnType<typeof explanation>;

const precise = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });
const tiny = new Intl.NumberFormat("en", { notation: "scientific", maximumSignificantDigits: 6 });

/** Formats with more digits than the table, so that the arithmetic can be followed; counts are exact. */
export function exact(value: number): string {
  const size = Math.abs(value);
  const text =
    size < 1e-4 && value !== 0
      ? tiny.format(value)
      : Number.isInteger(value)
        ? formatCount(value)
        : precise.format(value);
  return text.replaceAll("-", "−");
}

/** Formats the values; a negative number after an operator gets brackets. */
export const valuesText = (values: Arithmetic): string =>
  values
    .map((part, index) =>
      typeof part === "string" ? part : part < 0 && index > 0 ? `(${exact(part)})` : exact(part),
    )
    .join("");

/** The numbers used in formulas, by name. */
type Terms = Readonly<Record<string, number>>;

/**
 * Builds a formula from a template with terms in braces, such as "{test mean} − {control mean}", once with
 * names and once with values.
 */
export function line(
  name: string,
  text: string,
  terms: Terms,
  value: number | undefined,
  { words = text.replaceAll(/[{}]/g, ""), result = value === undefined ? "" : exact(value) } = {},
): Formula {
  const parts = text.split(/[{}]/);
  const values = parts.map((part, index) => (index % 2 ? (terms[part] ?? NaN) : part));
  return { name, words, values: values.filter((part) => part !== ""), value, result };
}

/** The parts of a row that its explanations need. */
export type ExplainedRow = Pick<ComparisonRow, "metric" | "group" | "control">;

/** The view settings of a row, and facts from outside the row. */
export interface ExplanationContext {
  scale: Scale;
  /** Two-sided significance level in force, after corrections. */
  alpha: number;
  /** Plural of the unit: "users". */
  noun: string;
  /** Exposed units by group name, if known. */
  exposed?: Readonly<Record<string, number>>;
}

/** Returns a row with the terms of its formulas; undefined for a row without means. */
export function rowTermsOf(row: ExplainedRow, circumstances: ExplanationContext) {
  const { metric } = row;
  const { testMean, controlMean, testUnits = 0, controlUnits = 0, testStd = 0, controlStd = 0 } = metric;
  if (testMean === undefined || controlMean === undefined) return undefined;
  const adjusted = metric.adjustment ? "adjusted " : "";
  const [testDeviation, controlDeviation] = [`${adjusted}test deviation`, `${adjusted}control deviation`];
  const change = testMean - controlMean;
  // These zeros are never shown: a row without an interval has no such formulas.
  const standardError = standardErrorOf(metric) ?? 0;
  const delta = metric.confidenceIntervalDelta ?? 0;
  const freedom = degreesOfFreedomOf(metric);
  return {
    ...circumstances,
    row,
    metric,
    change,
    testMean,
    controlMean,
    testUnits,
    controlUnits,
    /** Term names of the groups' standard deviations. */
    testDeviation,
    controlDeviation,
    standardError,
    /** Number of standard errors to each side of the fixed interval. */
    criticalValue: delta / standardError,
    /** Degrees of freedom of Student's t, which replaces the normal distribution for few units; undefined otherwise. */
    freedom: freedom !== undefined && freedom < studentMaxDegrees ? freedom : undefined,
    /** Margin of the fixed interval in the metric's unit. */
    delta,
    terms: {
      change,
      "test mean": testMean,
      "control mean": controlMean,
      "size of the control mean": Math.abs(controlMean),
      "test units": testUnits,
      "control units": controlUnits,
      [testDeviation]: testStd,
      [controlDeviation]: controlStd,
      "standard error": standardError,
      "critical value": delta / standardError,
      α: circumstances.alpha,
    },
  };
}

export type RowTerms = NonNullable<ReturnType<typeof rowTermsOf>>;

/** Formats a significance level: "0.025". */
export const alphaText = (alpha: number) => String(Number(alpha.toPrecision(3)));
