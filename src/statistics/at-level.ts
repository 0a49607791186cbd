// Recomputes a comparison at another confidence level from the fields of its response, without another request.
import {
  compare,
  type CompareOptions,
  type Comparison,
  degreesOfFreedom,
  varianceOfMean,
} from "./compare.ts";
import type { Moments } from "./moments.ts";
import { criticalValue, fiellerBounds } from "./significance.ts";

/** Fields of a comparison in a response. */
type AnsweredFields = {
  readonly [Name in keyof Comparison]?: Comparison[Name] | undefined;
};

export interface AnsweredComparison extends AnsweredFields {
  readonly adjustment?:
    | { readonly relativeStandardError?: number | undefined; readonly unadjusted: AnsweredFields }
    | undefined;
}

/** Missing means and standard deviations become NaN, so that all fields that depend on them are undefined as well. */
const groupOf = (n = 0, mean = NaN, std = NaN): Moments => ({ n, mean, variance: std ** 2 });

/** Returns the moments of the control group from a response. */
export const controlOf = (fields: AnsweredFields): Moments =>
  groupOf(fields.controlUnits, fields.controlMean, fields.controlStd);

/** Returns the moments of the test group from a response. */
export const testOf = (fields: AnsweredFields): Moments =>
  groupOf(fields.testUnits, fields.testMean, fields.testStd);

/** Returns all fields at the given level, as `compare` (or `compareAdjusted`, if there is an adjustment) computes them. */
export function comparisonAtLevel(
  fields: AnsweredComparison,
  options: Omit<CompareOptions, "baseline">,
): Comparison {
  const { adjustment } = fields;
  if (!adjustment) return compare(controlOf(fields), testOf(fields), options);
  const { relativeStandardError } = adjustment;
  const baseline = {
    controlVariance: controlOf(adjustment.unadjusted).variance,
    ...(relativeStandardError === undefined ? {} : { relativeStandardError }),
  };
  return compare(controlOf(fields), testOf(fields), { ...options, baseline });
}

/** Returns the standard error of the absolute change; undefined if the comparison has no interval. */
export function standardErrorOf(fields: AnsweredFields): number | undefined {
  const [control, test] = [controlOf(fields), testOf(fields)];
  const standardError = Math.sqrt(varianceOfMean(control) + varianceOfMean(test));
  const hasInterval = control.n > 1 && test.n > 1 && standardError > 0 && Number.isFinite(standardError);
  return hasInterval ? standardError : undefined;
}

/** Returns Welch's degrees of freedom; undefined if the comparison has no interval. */
export const degreesOfFreedomOf = (fields: AnsweredFields): number | undefined =>
  standardErrorOf(fields) === undefined ? undefined : degreesOfFreedom([controlOf(fields), testOf(fields)]);

/** Returns Fieller's bounds of the relative change (1 is 100 %) for the
 *  detail view. For adjusted comparisons pass `adjustment.unadjusted`. */
export function relativeBoundsOf(fields: AnsweredFields, alpha: number): [number, number] | undefined {
  const nu = degreesOfFreedomOf(fields);
  if (nu === undefined) return undefined;
  const [control, test] = [controlOf(fields), testOf(fields)];
  return fiellerBounds(
    criticalValue(alpha, nu),
    { mean: control.mean, meanVariance: varianceOfMean(control) },
    { mean: test.mean, meanVariance: varianceOfMean(test) },
  );
}
