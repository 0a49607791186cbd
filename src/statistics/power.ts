// Power analysis for given group sizes (statistics 9): minimum detectable effect, required units, and probability of detection.
import { normalTwoSidedP, normalUpperQuantile } from "./distributions.ts";
import { criticalValue, reversePower, sequentialFactor, zForPower80 } from "./significance.ts";

/** Mean and variance of unit values, regardless of group. */
export interface UnitSpread {
  mean: number;
  variance: number;
}

/** Numbers of units, or their shares. */
export interface GroupPair {
  control: number;
  test: number;
}

/** Standard error of the difference of two means with equal variance. */
const standardErrorOf = (variance: number, { control, test }: GroupPair) =>
  Math.sqrt(variance / control + variance / test);

const defined = (effect: number) => (Number.isFinite(effect) && effect > 0 ? effect : undefined);

/** Returns the smallest relative effect (percent) that one look detects with 80 % power; undefined without units, variance or mean. */
export function minimumEffect(alpha: number, spread: UnitSpread, units: GroupPair): number | undefined {
  if (units.control < 2 || units.test < 2) return undefined;
  return defined(reversePower(alpha, standardErrorOf(spread.variance, units), spread.mean));
}

/** Like `minimumEffect`, but for decisions by the sequential interval, which may be read at any time. */
export function sequentialMinimumEffect(
  alpha: number,
  { mean, variance }: UnitSpread,
  units: GroupPair,
): number | undefined {
  if (units.control < 2 || units.test < 2 || !(variance > 0)) return undefined;
  const factor = sequentialFactor(
    alpha,
    { n: units.control, variance },
    { n: units.test, variance },
    criticalValue(alpha, Infinity),
  );
  return defined((100 * (zForPower80 + factor) * standardErrorOf(variance, units)) / Math.abs(mean));
}

/** P(Z > z). */
const upperTail = (z: number) => (z > 0 ? normalTwoSidedP(z) / 2 : 1 - normalTwoSidedP(z) / 2);

/** Returns the probability that one look detects an absolute effect, in either direction. */
export function powerOf(alpha: number, effect: number, variance: number, units: GroupPair): number {
  const c = criticalValue(alpha, Infinity);
  const distance = Math.abs(effect) / standardErrorOf(variance, units);
  return upperTail(c - distance) + upperTail(c + distance);
}

/** Returns the total units of both groups, split by their shares, that detect an absolute effect with a probability of `power`. */
export function unitsNeeded(
  alpha: number,
  effect: number,
  variance: number,
  shares: GroupPair,
  power = 0.8,
): number {
  const total = shares.control + shares.test;
  const reach = normalUpperQuantile(1 - power) + criticalValue(alpha, Infinity);
  return (reach / effect) ** 2 * variance * (total / shares.control + total / shares.test);
}
