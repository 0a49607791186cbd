// Compares a test group with the control: all fields of statistics 5, with the edge cases of 11.
import { normalTwoSidedP, studentTwoSidedP } from "./distributions.ts";
import type { Moments } from "./moments.ts";
import { criticalValue, reversePower, sequentialFactor, studentMaxDegrees } from "./significance.ts";

export interface CompareOptions {
  /** Significance level after corrections. */
  alpha: number;
  /** Whether to compute sequential intervals as well. */
  sequential?: boolean;
  /** Required if the moments were adjusted by CUPED. */
  baseline?: Baseline;
}

/** Values that the relative interval of an adjusted change needs beside the adjusted moments (statistics 5, 6). */
interface Baseline {
  /** Variance of the control's unadjusted values. */
  controlVariance: number;
  /** SE_rel, as a share. */
  relativeStandardError?: number;
}

/** Undefined fields are absent: never NaN, null or a made-up zero. */
export interface Comparison {
  testUnits: number;
  controlUnits: number;
  testMean?: number;
  controlMean?: number;
  testStd?: number;
  controlStd?: number;
  absoluteChange?: number;
  confidenceIntervalDelta?: number;
  percentChange?: number;
  percentConfidenceIntervalDelta?: number;
  sequentialTestingConfidenceIntervalDelta?: number;
  percentSequentialTestingConfidenceIntervalDelta?: number;
  pValue?: number;
  reversePower?: number;
}

/** Removes fields that are undefined, NaN or infinite; all fields that may be so must be optional (statistics 11). */
export function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  for (const [name, value] of Object.entries(fields))
    if (!Number.isFinite(value)) Reflect.deleteProperty(fields, name);
  return fields;
}

/** Returns all fields of the comparison. Changes relative to the smallest doubles overflow; such fields are omitted as undefined. */
export const compare = (control: Moments, test: Moments, options: CompareOptions): Comparison =>
  withoutUndefined(comparisonOf(control, test, options));

/** v = s^2 / n, the variance of a group's mean. */
export const varianceOfMean = ({ n, variance }: Moments): number => variance / n;

/** Returns Welch's degrees of freedom of a sum of means, computed from shares of V so that no square over- or underflows. */
export function degreesOfFreedom(groups: readonly Moments[]): number {
  const total = groups.reduce((sum, group) => sum + varianceOfMean(group), 0);
  return 1 / groups.reduce((sum, group) => sum + (varianceOfMean(group) / total) ** 2 / (group.n - 1), 0);
}

/** Returns SE_rel of the relative change as a share, without a CUPED adjustment. */
export const relativeStandardError = (control: Moments, test: Moments): number =>
  Math.hypot(
    Math.sqrt(varianceOfMean(test)),
    (test.mean / control.mean) * Math.sqrt(varianceOfMean(control)),
  ) / Math.abs(control.mean);

/** Returns g (statistics 5): at 1 or more, the baseline is indistinguishable from zero and no relative interval is bounded. */
export const fiellerG = (c: number, controlMean: number, meanVariance: number): number =>
  ((c * Math.sqrt(meanVariance)) / controlMean) ** 2;

/** Returns the two-sided p-value of the hypothesis of no change. */
export const pValueOf = (change: number, standardError: number, nu: number): number =>
  nu < studentMaxDegrees
    ? studentTwoSidedP(change / standardError, nu)
    : normalTwoSidedP(change / standardError);

function comparisonOf(
  control: Moments,
  test: Moments,
  { alpha, sequential = false, baseline }: CompareOptions,
): Comparison {
  const result: Comparison = {
    testUnits: test.n,
    controlUnits: control.n,
    testMean: test.n > 0 ? test.mean : NaN,
    controlMean: control.n > 0 ? control.mean : NaN,
    testStd: test.n > 1 ? Math.sqrt(test.variance) : NaN,
    controlStd: control.n > 1 ? Math.sqrt(control.variance) : NaN,
  };
  if (control.n === 0 || test.n === 0) return result;

  const change = test.mean - control.mean;
  const scale = Math.abs(control.mean);
  result.absoluteChange = change;
  if (scale > 0) result.percentChange = (100 * change) / scale;
  if (control.n < 2 || test.n < 2) return result;

  const variance = varianceOfMean(test) + varianceOfMean(control);
  if (!(variance > 0)) return result;

  const standardError = Math.sqrt(variance);
  const nu = degreesOfFreedom([control, test]);
  const c = criticalValue(alpha, nu);
  const factor = sequential ? sequentialFactor(alpha, control, test, c) : undefined;
  result.confidenceIntervalDelta = c * standardError;
  if (factor !== undefined) result.sequentialTestingConfidenceIntervalDelta = factor * standardError;
  result.pValue = pValueOf(change, standardError, nu);
  if (scale === 0) return result;

  result.reversePower = reversePower(alpha, standardError, control.mean);
  const relativeError = baseline ? baseline.relativeStandardError : relativeStandardError(control, test);
  const baselineVariance = (baseline?.controlVariance ?? control.variance) / control.n;
  if (fiellerG(c, control.mean, baselineVariance) >= 1 || !relativeError) return result;
  result.percentConfidenceIntervalDelta = 100 * c * relativeError;
  if (factor !== undefined)
    result.percentSequentialTestingConfidenceIntervalDelta = 100 * factor * relativeError;
  return result;
}
