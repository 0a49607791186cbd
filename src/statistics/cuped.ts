// CUPED (statistics 6): takes out of a comparison what the units' behaviour before the experiment explains.
import { compare, type CompareOptions, type Comparison, varianceOfMean } from "./compare.ts";
import { momentsOf, type Moments } from "./moments.ts";
import { type PairSums, pairSumsOf, sumsOfX } from "./pair-moments.ts";

/** x is the unit's value, y its covariate: the same metric before the first exposure. */
export interface CovariateSums extends PairSums {
  /** Units whose covariate is not 0. */
  nonzero: number;
}

/** `units` are pairs of value and covariate. */
export const covariateSumsOf = (units: readonly (readonly [value: number, covariate: number])[]) => ({
  ...pairSumsOf(units),
  nonzero: units.filter(([, covariate]) => covariate !== 0).length,
});

export interface Adjusted {
  theta: number;
  /** The mean is the observed one: the whole adjustment shows in the test group. */
  control: Moments;
  test: Moments;
  controlCovariateMean: number;
  testCovariateMean: number;
  /** s^2 of the control's observed values, for the baseline guard. */
  unadjustedControlVariance: number;
  /** SE_rel, a share; absent where it is not defined, as with a control mean of 0. */
  relativeStandardError?: number;
  spread: CovariateSpread;
}

/** Within each group: from these follow theta, the adjusted deviations and SE_rel. A number too large for a double is left out. */
export type CovariateSpread = {
  controlCovariateStd?: number;
  testCovariateStd?: number;
  /** Of the observed values with the covariate. */
  controlCovariance?: number;
  testCovariance?: number;
};

const spreadNames = [
  "controlCovariateStd",
  "testCovariateStd",
  "controlCovariance",
  "testCovariance",
] as const satisfies readonly (keyof CovariateSpread)[];

/** Too few units with a past say nothing about the others. */
const fewestWithCovariate = 100;
const unitsPerCovariate = 20;
/** Below this share a difference of sums is rounding noise, not spread. */
const noiseShare = 1e-12;

const rawSquaresY = ({ n, meanY, squaresY }: PairSums) => squaresY + n * meanY * meanY;

/** The adjusted moments; undefined where a condition fails and the plain result stands. */
export function adjust(control: CovariateSums, test: CovariateSums): Adjusted | undefined {
  if (control.n < 2 || test.n < 2) return undefined;
  const nonzero = control.nonzero + test.nonzero;
  if (nonzero < fewestWithCovariate || nonzero * unitsPerCovariate < control.n + test.n) return undefined;
  const squares = control.squaresY + test.squaresY;
  if (!(squares > noiseShare * (rawSquaresY(control) + rawSquaresY(test)))) return undefined;

  const theta = (control.products + test.products) / squares;
  const plain = { control: momentsOf(sumsOfX(control)), test: momentsOf(sumsOfX(test)) };
  const adjustedMoments = (group: PairSums, mean: number): Moments =>
    momentsOf({
      n: group.n,
      mean,
      squares: group.squaresX + theta * theta * group.squaresY - 2 * theta * group.products,
    });
  const adjusted = {
    control: adjustedMoments(control, control.meanX),
    test: adjustedMoments(test, test.meanX - theta * (test.meanY - control.meanY)),
  };
  const variance = varianceOfMean(plain.control) + varianceOfMean(plain.test);
  const remaining = varianceOfMean(adjusted.control) + varianceOfMean(adjusted.test);
  if (!(noiseShare * variance < remaining && remaining < variance)) return undefined;
  if (!Number.isFinite(theta) || !Number.isFinite(adjusted.test.mean)) return undefined;

  return {
    theta,
    ...adjusted,
    controlCovariateMean: control.meanY,
    testCovariateMean: test.meanY,
    unadjustedControlVariance: plain.control.variance,
    ...relativeError(theta, control, adjusted.test),
    spread: spreadOf(control, test),
  };
}

function spreadOf(control: PairSums, test: PairSums): CovariateSpread {
  const spread: CovariateSpread = {
    controlCovariateStd: Math.sqrt(control.squaresY / (control.n - 1)),
    testCovariateStd: Math.sqrt(test.squaresY / (test.n - 1)),
    controlCovariance: control.products / (control.n - 1),
    testCovariance: test.products / (test.n - 1),
  };
  for (const name of spreadNames) if (!Number.isFinite(spread[name])) delete spread[name];
  return spread;
}

/** Keeps the correlation between the baseline in the denominator and the adjustment. */
function relativeError(theta: number, control: PairSums, test: Moments) {
  const ratio = test.mean / control.meanX;
  const squares =
    ratio * ratio * control.squaresX +
    theta * theta * control.squaresY -
    2 * ratio * theta * control.products;
  const variance = varianceOfMean(test) + Math.max(0, squares) / (control.n - 1) / control.n;
  const relativeStandardError = Math.sqrt(variance) / Math.abs(control.meanX);
  return Number.isFinite(relativeStandardError) ? { relativeStandardError } : {};
}

/** What was used, and the result without it. A type, not an interface, to pass as the contract's open `Adjustment`. */
export type AppliedAdjustment = {
  theta: number;
  controlCovariateMean: number;
  testCovariateMean: number;
  relativeStandardError?: number;
  unadjusted: Comparison;
} & CovariateSpread;

export interface AdjustedComparison extends Comparison {
  adjustment?: AppliedAdjustment;
}

/** The comparison with CUPED where its conditions hold, else the plain one without `adjustment`. */
export function compareAdjusted(
  control: CovariateSums,
  test: CovariateSums,
  options: Omit<CompareOptions, "baseline">,
): AdjustedComparison {
  const unadjusted = compare(momentsOf(sumsOfX(control)), momentsOf(sumsOfX(test)), options);
  const adjusted = adjust(control, test);
  if (!adjusted) return unadjusted;
  const { theta, controlCovariateMean, testCovariateMean, relativeStandardError, spread } = adjusted;
  const relative = relativeStandardError === undefined ? {} : { relativeStandardError };
  const baseline = { controlVariance: adjusted.unadjustedControlVariance, ...relative };
  return {
    ...compare(adjusted.control, adjusted.test, { ...options, baseline }),
    adjustment: { theta, controlCovariateMean, testCovariateMean, ...spread, ...relative, unadjusted },
  };
}
