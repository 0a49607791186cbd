// The power of groups of given sizes (statistics 9): the smallest effect, the units that an effect needs, and the chance to find it.
import { normalTwoSidedP, normalUpperQuantile } from "./distributions.ts";
import { criticalValue, reversePower, sequentialFactor, zOfPower80 } from "./significance.ts";

/** How the values of units are spread, whatever their group. */
export interface UnitSpread {
  mean: number;
  variance: number;
}

/** Units, or shares of them. */
export interface GroupPair {
  control: number;
  test: number;
}

/** SE of the difference of two means of the same variance. */
const standardErrorOf = (variance: number, { control, test }: GroupPair) =>
  Math.sqrt(variance / control + variance / test);

const defined = (effect: number) => (Number.isFinite(effect) && effect > 0 ? effect : undefined);

/** The smallest relative effect, in percent, that one look finds with a probability of 80 %; undefined without units, spread or mean. */
export function minimumEffect(alpha: number, spread: UnitSpread, units: GroupPair): number | undefined {
  if (units.control < 2 || units.test < 2) return undefined;
  return defined(reversePower(alpha, standardErrorOf(spread.variance, units), spread.mean));
}

/** The smallest that is found where the sequential interval decides, which may be read at any time. */
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
  return defined((100 * (zOfPower80 + factor) * standardErrorOf(variance, units)) / Math.abs(mean));
}

/** P(Z > z). */
const upperTail = (z: number) => (z > 0 ? normalTwoSidedP(z) / 2 : 1 - normalTwoSidedP(z) / 2);

/** The probability that one look finds an absolute effect, on whichever side. */
export function powerOf(alpha: number, effect: number, variance: number, units: GroupPair): number {
  const c = criticalValue(alpha, Infinity);
  const distance = Math.abs(effect) / standardErrorOf(variance, units);
  return upperTail(c - distance) + upperTail(c + distance);
}

/** The units of both groups together, by their shares, that find an absolute effect with a probability of `power`. */
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
