// Compares the effect in a slice of the units with that in all other slices. Exploratory; slices must not share units (statistics 10).
import {
  fiellerG,
  compare,
  degreesOfFreedom,
  pValueOf,
  relativeStandardError,
  varianceOfMean,
  withoutUndefined,
} from "./compare.ts";
import { mergeSums, momentsOf, noUnits, type Moments } from "./moments.ts";
import { criticalValue } from "./significance.ts";

/** The moments of several slices together, exact for averages per unit. Choice: the ratio of several slices together is the average of their ratios, weighted by units. */
export const restOf = (others: readonly Moments[]): Moments =>
  momentsOf(
    others
      .filter(({ n }) => n > 0)
      .map(({ n, mean, variance }) => ({ n, mean, squares: n > 1 ? variance * (n - 1) : 0 }))
      .reduce(mergeSums, noUnits),
  );

export interface Effect {
  control: Moments;
  test: Moments;
}

/** Slice minus rest; percent fields are in percentage points. Undefined fields are absent. */
interface DifferenceOfEffects {
  absoluteDifference?: number;
  confidenceIntervalDelta?: number;
  pValue?: number;
  percentDifference?: number;
  percentConfidenceIntervalDelta?: number;
  percentPValue?: number;
}

/** Returns the difference between the changes in the slice and in the rest, with its interval. */
export function differenceOfEffects(slice: Effect, rest: Effect, alpha: number): DifferenceOfEffects {
  const inSlice = compare(slice.control, slice.test, { alpha });
  const inRest = compare(rest.control, rest.test, { alpha });
  const result: DifferenceOfEffects = {};
  if (inSlice.absoluteChange === undefined || inRest.absoluteChange === undefined) return result;
  result.absoluteDifference = inSlice.absoluteChange - inRest.absoluteChange;
  if (inSlice.percentChange !== undefined && inRest.percentChange !== undefined)
    result.percentDifference = inSlice.percentChange - inRest.percentChange;

  const groups = [slice.control, slice.test, rest.control, rest.test];
  const standardError = Math.sqrt(groups.reduce((sum, group) => sum + varianceOfMean(group), 0));
  if (groups.some(({ n }) => n < 2) || !(standardError > 0)) return withoutUndefined(result);
  const nu = degreesOfFreedom(groups);
  const c = criticalValue(alpha, nu);
  result.confidenceIntervalDelta = c * standardError;
  result.pValue = pValueOf(result.absoluteDifference, standardError, nu);

  const isDoubtful = ({ control }: Effect) => !(fiellerG(c, control.mean, varianceOfMean(control)) < 1);
  if (result.percentDifference === undefined || isDoubtful(slice) || isDoubtful(rest))
    return withoutUndefined(result);
  const relativeError = Math.hypot(
    relativeStandardError(slice.control, slice.test),
    relativeStandardError(rest.control, rest.test),
  );
  if (!(relativeError > 0)) return withoutUndefined(result);
  result.percentConfidenceIntervalDelta = 100 * c * relativeError;
  result.percentPValue = pValueOf(result.percentDifference, 100 * relativeError, nu);
  return withoutUndefined(result);
}

/** Whether every slice points in the opposite direction of the total (Simpson's paradox). */
export const isReversedInSlices = (total: number, slices: readonly number[]): boolean =>
  slices.length > 1 && total !== 0 && slices.every((change) => Math.sign(change) === -Math.sign(total));
