// Normal, Student and chi-square probabilities and quantiles, accurate in the tails (statistics 13). The only module that uses the library.
import normalCdf from "@stdlib/stats-base-dists-normal-cdf";
import libraryNormalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import studentCdf from "@stdlib/stats-base-dists-t-cdf";
import libraryStudentQuantile from "@stdlib/stats-base-dists-t-quantile";

/** 2 P(Z > |z|), computed from the tail: 1 minus a probability would lose precision. */
export const normalTwoSidedP = (z: number): number => 2 * normalCdf(-Math.abs(z), 0, 1);

/** Below this |t| the density is practically flat and the library loses precision, so the result is interpolated linearly. */
const flatBelow = 1e-4;

/** 2 P(T > |t|) with `nu` degrees of freedom. */
export function studentTwoSidedP(t: number, nu: number): number {
  const size = Math.abs(t);
  if (size < flatBelow) return 1 - (size / flatBelow) * (1 - 2 * studentCdf(-flatBelow, nu));
  return 2 * studentCdf(-size, nu);
}

const density = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** z with P(Z > z) = tail, 0 < tail < 1. Choice: the library's normal quantile is corrected by Newton steps on the logarithm of the tail. */
export function normalUpperQuantile(tail: number): number {
  const start = -libraryNormalQuantile(tail, 0, 1);
  let z = Number.isFinite(start) ? start : Math.sqrt(-2 * Math.log(tail));
  for (let step = 0; step < 6; step += 1) {
    const slope = density(z);
    if (slope === 0) return z;
    const probability = normalCdf(-z, 0, 1);
    z += (Math.log1p((probability - tail) / tail) * probability) / slope;
  }
  return z;
}

/** t with P(T > t) = tail, 0 < tail < 1. */
export const studentUpperQuantile = (tail: number, nu: number): number => -libraryStudentQuantile(tail, nu);

/** P(chi-square with `freedom` degrees > x). Choice: the upper tail of chi-square is our own sum of positive terms. */
export function chiSquareUpperTail(x: number, freedom: number): number {
  if (x <= 0) return 1;
  const isOdd = freedom % 2 === 1;
  let tail = isOdd ? normalTwoSidedP(Math.sqrt(x)) : Math.exp(-x / 2);
  // Q(k + 2) = Q(k) + (x/2)^(k/2) e^(-x/2) / Gamma(k/2 + 1)
  let term = isOdd ? Math.sqrt((2 * x) / Math.PI) * Math.exp(-x / 2) : (x / 2) * Math.exp(-x / 2);
  for (let k = isOdd ? 1 : 2; k + 2 <= freedom; k += 2) {
    tail += term;
    term *= x / (k + 2);
  }
  return tail;
}
