// CUPED (statistics 6): removes from a comparison the differences that the units' behaviour before the experiment explains.
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

/** The numbers of the adjustment. A type, not an interface, to pass as the contract's open `Adjustment`. */
type AppliedAdjustment = {
  theta: number;
  controlCovariateMean: number;
  testCovariateMean: number;
  /** Within each group: from these follow theta and the adjusted deviations. */
  controlCovariateStd?: number;
  testCovariateStd?: number;
  /** Of the observed values with the covariate, within each group. */
  controlCovariance?: number;
  testCovariance?: number;
  /** SE_rel, a share; absent where it is not defined, as with a control mean of 0. */
  relativeStandardError?: number;
};

export interface AdjustedComparison extends Comparison {
  adjustment?: AppliedAdjustment & { unadjusted: Comparison };
}

/** Too few units with a past say nothing about the others. */
const fewestWithCovariate = 100;
const unitsPerCovariate = 20;
/** Below this share a difference of sums is rounding noise, not spread. */
const noiseShare = 1e-12;

const rawSquaresY = ({ n, meanY, squaresY }: PairSums) => squaresY + n * meanY * meanY;

/** The adjusted moments, whose control mean is the observed one; undefined where a condition fails and the plain result stands. */
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

/** True where enough units have a past to say something of all. */
const isKnown = (nonzero: number, units: number) =>
  nonzero >= fewestWithCovariate && nonzero * unitsPerCovariate >= units;

/** Share of the variance that the adjustment takes out in units that nothing has changed; undefined where a condition of it fails. */
export function varianceRemoved(sums: CovariateSums): number | undefined {
  const { n, nonzero, squaresX, squaresY, products } = sums;
  if (!isKnown(nonzero, n) || !(squaresX > 0) || !(squaresY > noiseShare * rawSquaresY(sums)))
    return undefined;
  const removed = (products / squaresX) * (products / squaresY);
  return removed > noiseShare && removed < 1 - noiseShare ? removed : undefined;
}

/** SE_rel; keeps the correlation between the baseline in the denominator and the adjustment. */
function relativeError(theta: number, control: PairSums, test: Moments): number {
  const ratio = test.mean / control.meanX;
  const squares =
    ratio * ratio * control.squaresX +
    theta * theta * control.squaresY -
    2 * ratio * theta * control.products;
  const variance = varianceOfMean(test) + Math.max(0, squares) / (control.n - 1) / control.n;
  return Math.sqrt(variance) / Math.abs(control.meanX);
}

/** The comparison with CUPED where its conditions hold, else the plain one without `adjustment`. */
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
