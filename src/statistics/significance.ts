// Significance levels, critical values, reverse power and the sequential factor (statistics 5, 7, 8, 9).
import { normalUpperQuantile, studentUpperQuantile } from "./distributions.ts";

let last = { alpha: Number.NaN, z: Number.NaN };

/** z(1 - a/2). The last level is cached: a response needs the same one
 *  thousands of times, and finding z costs more than the rest of a comparison. */
function twoSidedZ(alpha: number): number {
  if (alpha !== last.alpha) last = { alpha, z: normalUpperQuantile(alpha / 2) };
  return last.z;
}

/** Below this many degrees of freedom, Student's t is used instead of the normal distribution. */
export const studentMaxDegrees = 100;

/** Returns the two-sided alpha of a confidence level in percent, divided by the number of comparisons for a Bonferroni correction. */
export const alphaOf = (level: number, comparisons = 1): number =>
  (100 - level) / 100 / Math.max(1, comparisons);

/** Returns the significance level by Benjamini and Hochberg for `pValues`:
 *  the largest i a / m with p_(i) <= i a / m; 0 if there is none. */
export function benjaminiHochbergLevel(pValues: readonly number[], alpha: number): number {
  const share = alpha / Math.max(1, pValues.length);
  const ascending = pValues.toSorted((a, b) => a - b);
  return (ascending.findLastIndex((pValue, index) => pValue <= (index + 1) * share) + 1) * share;
}

/** c: t(1 - a/2, nu) when nu < 100, else z(1 - a/2). */
export const criticalValue = (alpha: number, nu: number): number =>
  nu < studentMaxDegrees ? studentUpperQuantile(alpha / 2, nu) : twoSidedZ(alpha);

export const zForPower80 = 0.8416212335729142;

/** Returns the smallest true relative effect that is detected with probability 0.8, in percent of the control mean. */
export const reversePower = (alpha: number, standardError: number, controlMean: number): number =>
  (100 * (zForPower80 + twoSidedZ(alpha)) * standardError) / Math.abs(controlMean);

interface Spread {
  n: number;
  variance: number;
}

/** tau, the mixing variance of the sequential test. */
export const mixingVariance = (alpha: number, control: Spread, test: Spread): number =>
  (twoSidedZ(alpha) ** 2 * (test.variance + control.variance)) / (test.n + control.n);

/** Zs of the mixture sequential probability ratio test, never below the fixed critical value c. */
export function sequentialFactor(alpha: number, control: Spread, test: Spread, c: number): number {
  const variance = control.variance / control.n + test.variance / test.n;
  const tau = mixingVariance(alpha, control, test);
  return Math.max(
    c,
    Math.sqrt(((variance + tau) / tau) * (-2 * Math.log(alpha / 2) - Math.log(variance / (variance + tau)))),
  );
}

/** Returns the bounds of the relative change (1 is 100 %) for g < 1; undefined if the baseline is not distinguishable from zero.
 *  Choice: Fieller's bounds are for the detail view only. */
export function fiellerBounds(
  c: number,
  control: { mean: number; meanVariance: number },
  test: { mean: number; meanVariance: number },
): [number, number] | undefined {
  const g = ((c * Math.sqrt(control.meanVariance)) / control.mean) ** 2;
  if (!(g < 1)) return undefined;
  const ratio = test.mean / control.mean;
  const margin =
    (c / Math.abs(control.mean)) * Math.sqrt((1 - g) * test.meanVariance + ratio ** 2 * control.meanVariance);
  const bounds: [number, number] = [(ratio - margin) / (1 - g) - 1, (ratio + margin) / (1 - g) - 1];
  return control.mean < 0 ? [-bounds[1], -bounds[0]] : bounds;
}
