// CUPED (statistics 6): reduces variance by removing differences that are explained by the units' behaviour before the experiment.
import {
  compare,
  type CompareOptions,
  type Comparison,
  varianceOfMean,
  withoutUndefined,
} from "./compare.ts";
import { momentsOf, type Moments } from "./moments.ts";
import { type PairSums, sumsOfX } from "./pair-moments.ts";

/** x is the unit's value, y its covariate: the same metric before the first exposure. */
export interface CovariateSums extends PairSums {
  /** Units whose covariate is not 0. */
  nonzero: number;
}

/** Parameters of the adjustment. A type alias instead of an interface, so that it is assignable to the contract's open `Adjustment`. */
type AppliedAdjustment = {
  theta: number;
  controlCovariateMean: number;
  testCovariateMean: number;
  /** Within-group values, from which theta and the adjusted deviations can be derived. */
  controlCovariateStd?: number;
  testCovariateStd?: number;
  /** Within-group covariance of the observed values with the covariate. */
  controlCovariance?: number;
  testCovariance?: number;
  /** SE_rel as a share; absent if undefined, for example with a control mean of 0. */
  relativeStandardError?: number;
};

export interface AdjustedComparison extends Comparison {
  adjustment?: AppliedAdjustment & { unadjusted: Comparison };
}

/** CUPED needs at least 100 units, and 5 % of all units, with a non-zero covariate: fewer say nothing about the others. */
const fewestWithCovariate = 100;
const unitsPerCovariate = 20;
/** Below this share a difference of sums is rounding noise, not spread. */
const noiseShare = 1e-12;

const rawSquaresY = ({ n, meanY, squaresY }: PairSums) => squaresY + n * meanY * meanY;

/** Returns the adjusted moments, keeping the observed control mean; undefined if a condition fails and the unadjusted result is used. */
function adjust(control: CovariateSums, test: CovariateSums) {
  if (control.n < 2 || test.n < 2) return undefined;
  if (!isKnown(control.nonzero + test.nonzero, control.n + test.n)) return undefined;
  const squares = control.squaresY + test.squaresY;
  if (!(squares > noiseShare * (rawSquaresY(control) + rawSquaresY(test)))) return undefined;

  const theta = (control.products + test.products) / squares;
  const adjusted = ({ n, squaresX, squaresY, products }: PairSums, mean: number): Moments =>
    momentsOf({ n, mean, squares: squaresX + theta * theta * squaresY - 2 * theta * products });
  const adjustedControl = adjusted(control, control.meanX);
  const adjustedTest = adjusted(test, test.meanX - theta * (test.meanY - control.meanY));
  const variance = varianceOfMean(momentsOf(sumsOfX(control))) + varianceOfMean(momentsOf(sumsOfX(test)));
  const remaining = varianceOfMean(adjustedControl) + varianceOfMean(adjustedTest);
  if (!(noiseShare * variance < remaining && remaining < variance)) return undefined;
  if (!Number.isFinite(theta) || !Number.isFinite(adjustedTest.mean)) return undefined;

  const applied: AppliedAdjustment = {
    theta,
    controlCovariateMean: control.meanY,
    testCovariateMean: test.meanY,
    controlCovariateStd: Math.sqrt(control.squaresY / (control.n - 1)),
    testCovariateStd: Math.sqrt(test.squaresY / (test.n - 1)),
    controlCovariance: control.products / (control.n - 1),
    testCovariance: test.products / (test.n - 1),
    relativeStandardError: relativeError(theta, control, adjustedTest),
  };
  return { control: adjustedControl, test: adjustedTest, applied: withoutUndefined(applied) };
}

/** Whether enough units have a non-zero covariate. */
const isKnown = (nonzero: number, units: number) =>
  nonzero >= fewestWithCovariate && nonzero * unitsPerCovariate >= units;

/** Returns the share of the variance that CUPED removes from units that nothing has changed; undefined if a condition fails. */
export function varianceRemoved(sums: CovariateSums): number | undefined {
  const { n, nonzero, squaresX, squaresY, products } = sums;
  if (!isKnown(nonzero, n) || !(squaresX > 0) || !(squaresY > noiseShare * rawSquaresY(sums)))
    return undefined;
  const removed = (products / squaresX) * (products / squaresY);
  return removed > noiseShare && removed < 1 - noiseShare ? removed : undefined;
}

/** Returns SE_rel, taking the correlation between the baseline in the denominator and the adjustment into account. */
function relativeError(theta: number, control: PairSums, test: Moments): number {
  const ratio = test.mean / control.meanX;
  const squares =
    ratio * ratio * control.squaresX +
    theta * theta * control.squaresY -
    2 * ratio * theta * control.products;
  const variance = varianceOfMean(test) + Math.max(0, squares) / (control.n - 1) / control.n;
  return Math.sqrt(variance) / Math.abs(control.meanX);
}

/** Returns the comparison with CUPED if its conditions hold, else the plain comparison without `adjustment`. */
export function compareAdjusted(
  control: CovariateSums,
  test: CovariateSums,
  options: Omit<CompareOptions, "baseline">,
): AdjustedComparison {
  const observed = momentsOf(sumsOfX(control));
  const unadjusted = compare(observed, momentsOf(sumsOfX(test)), options);
  const adjusted = adjust(control, test);
  if (!adjusted) return unadjusted;
  const { applied } = adjusted;
  const { relativeStandardError } = applied;
  const baseline = {
    controlVariance: observed.variance,
    ...(relativeStandardError !== undefined && { relativeStandardError }),
  };
  return {
    ...compare(adjusted.control, adjusted.test, { ...options, baseline }),
    adjustment: { ...applied, unadjusted },
  };
}
