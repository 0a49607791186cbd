// Recomputes an answered comparison at another confidence level from its own fields: no service call.
import {
  compare,
  type CompareOptions,
  type Comparison,
  degreesOfFreedom,
  varianceOfMean,
} from "./compare.ts";
import type { Moments } from "./moments.ts";
import { criticalValue, fiellerBounds } from "./significance.ts";

/** The fields of a comparison as the contract answers them. */
type AnsweredFields = {
  readonly [Name in keyof Comparison]?: Comparison[Name] | undefined;
};

export interface AnsweredComparison extends AnsweredFields {
  readonly adjustment?:
    | { readonly relativeStandardError?: number | undefined; readonly unadjusted: AnsweredFields }
    | undefined;
}

/** A mean or a deviation that was left out makes everything that needs it undefined, too. */
const groupOf = (n = 0, mean = NaN, std = NaN): Moments => ({ n, mean, variance: std ** 2 });

/** The moments of an answered comparison's control group. */
export const controlOf = (fields: AnsweredFields): Moments =>
  groupOf(fields.controlUnits, fields.controlMean, fields.controlStd);

/** The moments of an answered comparison's test group. */
export const testOf = (fields: AnsweredFields): Moments =>
  groupOf(fields.testUnits, fields.testMean, fields.testStd);

/** All fields at the given level: what `compare` gave for these groups, or `compareAdjusted` where an adjustment was answered. */
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

/** SE of the absolute change; undefined where the comparison has no interval. */
export function standardErrorOf(fields: AnsweredFields): number | undefined {
  const [control, test] = [controlOf(fields), testOf(fields)];
  const standardError = Math.sqrt(varianceOfMean(control) + varianceOfMean(test));
  const hasInterval = control.n > 1 && test.n > 1 && standardError > 0 && Number.isFinite(standardError);
  return hasInterval ? standardError : undefined;
}

/** Welch's nu; undefined where the comparison has no interval. */
export const degreesOfFreedomOf = (fields: AnsweredFields): number | undefined =>
  standardErrorOf(fields) === undefined ? undefined : degreesOfFreedom([controlOf(fields), testOf(fields)]);

/** Fieller's bounds of the relative change (1 is 100 %) for the detail view; of an adjusted comparison pass `adjustment.unadjusted`. */
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
